#pragma once

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/reply_reading.hpp"
#include "verbatim/sdk/schema.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The reader of JSON that models write: docs/reference/prompts.md#reading-an-output. A tolerant parser finds the
/// values of an output and lists what it corrected; a value is then fitted to the schema of the output. Both take time
/// linear in the output, and guess no value.
namespace verbatim::feedback {

/// An object or array in the output of a model.
struct model_value
{
    /// How much of the value the output holds.
    enum class extent
    {
        whole,
        without_ends, ///< only closing braces of objects are missing
        prefix,       ///< the output ends within the value; items of lists that are not whole are left out
    };

    boost::json::value             value;
    extent                         end = extent::whole;
    std::vector<sdk::reply_repair> repairs;
};

/// Calls `use` for each object and array that stands outside of others, in order. Nothing is called for one that is
/// nested more than 64 deep or cannot be read.
void for_each_value(std::string_view output, const std::function<void(model_value)>& use);

/// The last object or array of an output that it holds as a whole.
std::optional<model_value> last_value(std::string_view output);

/// Reads an output against `schema.json_schema`: the last value that fits, or else the last one. For
/// sdk::output_schema::read.
sdk::reply_reading read_reply(const sdk::output_schema& schema, std::string_view output);

/// Reads a declared value from the JSON in an output. Returns nothing if no value fits.
template <class T>
std::optional<T> read_output(std::string_view output)
{
    auto value = sdk::read_json<T>(output); // an output that the host has read
    if (value) return std::optional<T>{std::move(*value)};
    static const auto& schema  = *new std::string{sdk::strict_schema(sdk::schema_of<T>())};
    const auto         reading = read_reply({.name = "value", .json_schema = schema}, output);
    if (!reading.json || !reading.fits) return std::nullopt;
    value = sdk::read_json<T>(*reading.json);
    return value ? std::optional<T>{std::move(*value)} : std::nullopt;
}

/// A score of 0..1 in one of the forms that models write: `0.8`, `0,8`, `.8`, `8/10`, `80 %`. None for other texts, and
/// for a fraction or percentage beyond 1.
std::optional<double> parse_score_text(std::string_view text);

/// The number in a reference to a numbered item: `3`, `#3`, `record 3`, `[3]`, `R-3.`. None if the text holds no number
/// or several.
std::optional<std::int64_t> parse_reference(std::string_view text);

} // namespace verbatim::feedback
