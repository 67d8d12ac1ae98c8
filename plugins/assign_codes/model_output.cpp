#include "model_output.hpp"

#include "verbatim/feedback/completion_fields.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <charconv>
#include <unordered_set>
#include <utility>

namespace verbatim::assign_codes {

namespace json = boost::json;

namespace {

std::optional<std::int64_t> whole_number(std::string_view text)
{
    const auto   bare   = sdk::utf8::trimmed(text);
    std::int64_t number = 0;
    const auto   read   = std::from_chars(bare.data(), bare.data() + bare.size(), number);
    if (read.ec != std::errc{} || read.ptr != bare.data() + bare.size()) return std::nullopt;
    return number;
}

std::optional<std::int64_t> whole_number(const json::value& element)
{
    if (const auto* text = element.if_string()) return whole_number(std::string_view{*text});
    boost::system::error_code inexact;
    const auto                number = element.is_number() ? element.to_number<std::int64_t>(inexact) : -1;
    return inexact ? std::nullopt : std::optional{number};
}

/// The array of the output, as a member or alone.
const json::array* positions_of(const json::value& value)
{
    if (const auto* object = value.if_object())
    {
        const auto* selected = object->if_contains("selected");
        return selected ? selected->if_array() : nullptr;
    }
    return value.if_array();
}

} // namespace

void declare(sdk::schema_builder& schema, code_selection& selection)
{
    schema.name("CodeSelection", "Options that fit the record.");
    schema.field("selected", selection.selected, "Numbers of the options, best first; empty if none fits.");
}

std::vector<std::size_t> parse_selection(std::string_view output, std::size_t count)
{
    boost::system::error_code failed;
    const auto                value    = json::parse(feedback::find_json(output), failed);
    const auto*               elements = failed ? nullptr : positions_of(value);
    if (!elements) return {};

    std::vector<std::size_t>        picked;
    std::unordered_set<std::size_t> seen;
    for (const auto& element : *elements)
    {
        const auto number = whole_number(element);
        if (!number || *number < 0 || std::cmp_greater_equal(*number, count)) continue;
        const auto position = static_cast<std::size_t>(*number);
        if (seen.insert(position).second) picked.push_back(position);
    }
    return picked;
}

void declare(sdk::schema_builder& schema, level_score& score)
{
    schema.name("CodeLevelScore", "How well one level of a code fits the record.");
    schema.field("score", score.score, "From 0, does not fit, to 1, fits without doubt.");
    schema.field("explanation", score.explanation, "One sentence in English on why.");
}

std::optional<level_score> parse_level_score(std::string_view output)
{
    const feedback::completion_fields fields{output, {"score", "explanation"}};
    const auto                        score       = fields.number({"score"});
    auto                              explanation = fields.text({"explanation"});
    if (!score || !(*score >= 0 && *score <= 1) || !explanation) return std::nullopt;
    return level_score{*score, std::move(*explanation)};
}

} // namespace verbatim::assign_codes
