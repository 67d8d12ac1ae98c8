// Outputs of models that were asked for JSON.
#include "target.hpp"

#include "verbatim/feedback/model_json.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <string_view>

namespace verbatim::fuzz {

namespace {

constexpr std::string_view json_schema =
    R"({"type":"object","properties":{"scores":{"type":"array","items":{"type":"object","properties":{)"
    R"("record":{"type":"integer"},"score":{"type":"number"},"reason":{"type":["string","null"]},)"
    R"("kind":{"type":"string","enum":["Water","Health care"]}},)"
    R"("required":["record","score","reason","kind"],"additionalProperties":false}}},"required":["scores"],)"
    R"("additionalProperties":false})";

/// A value that fits must be read again without a repair, and as the same value.
void read(const sdk::output_schema& schema, std::string_view output)
{
    const auto reading = feedback::read_reply(schema, output);
    require(reading.fits == (reading.json && reading.problem.empty()), "a value that does not fit has a problem");
    if (!reading.json) return;
    boost::system::error_code failure;
    const auto                value = boost::json::parse(*reading.json, failure);
    require(!failure, "a value is JSON");
    if (!reading.fits) return;
    const auto again = feedback::read_reply(schema, *reading.json);
    require(again.fits && again.repairs.empty() && again.json && boost::json::parse(*again.json) == value,
            "a value that fits is read back as it is");
}

} // namespace

void run(std::string_view input)
{
    if (!sdk::utf8::is_valid(input)) return; // an output comes out of a JSON text
    for (const bool allows_prefix : {false, true})
        read({.name = "scores", .json_schema = json_schema, .allows_prefix = allows_prefix}, input);
    if (const auto number = feedback::parse_score_text(input)) require(*number == *number, "a score is a number");
    (void)feedback::parse_reference(input);
}

} // namespace verbatim::fuzz
