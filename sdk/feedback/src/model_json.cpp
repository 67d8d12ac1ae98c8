#include "verbatim/feedback/model_json.hpp"

#include "fit_json.hpp"
#include "tolerant_parser.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <utility>

namespace verbatim::feedback {

namespace json = boost::json;

namespace {

/// Most outputs are JSON and nothing else.
std::optional<json::value> parse_exactly(std::string_view text)
{
    if (!text.starts_with('{') && !text.starts_with('[')) return std::nullopt;
    boost::system::error_code failure;
    json::parse_options       options;
    options.max_depth = 64;
    auto value        = json::parse(text, failure, {}, options);
    return failure ? std::nullopt : std::optional{std::move(value)};
}

constexpr std::string_view no_value  = "The answer holds no JSON object.";
constexpr std::string_view early_end = "The answer is JSON that ends before it is complete.";

} // namespace

void for_each_value(std::string_view output, const std::function<void(model_value)>& use)
{
    const auto text = sdk::utf8::trimmed(output);
    if (auto value = parse_exactly(text)) return use({std::move(*value), model_value::extent::whole, {}});

    for (auto begin = text.find_first_of("{["); begin != text.npos;)
    {
        tolerant_parser parser{text, begin};
        auto            value = parser.parse();
        const auto      end   = std::max(parser.end(), begin + 1);
        if (value)
        {
            repair_set repairs;
            repairs.add(value->repairs);
            if (begin != 0 || end != text.size()) repairs.add(sdk::reply_repair::prose);
            value->repairs = repairs.list();
            use(std::move(*value));
        }
        begin = text.find_first_of("{[", end);
    }
}

std::optional<model_value> last_value(std::string_view output)
{
    std::optional<model_value> last;
    for_each_value(output, [&](model_value value) {
        if (value.end == model_value::extent::whole) last = std::move(value);
    });
    return last;
}

sdk::reply_reading read_reply(const sdk::output_schema& schema, std::string_view output)
{
    boost::system::error_code failure;
    const auto                json_schema = json::parse(schema.json_schema, failure);

    sdk::reply_reading result;
    for_each_value(output, [&](model_value found) {
        using enum model_value::extent;
        if (found.end == prefix && !schema.allows_prefix)
        {
            if (!result.fits) result.problem = early_end;
            return;
        }
        schema_fitter fitter{json_schema, schema.name};
        const bool    fits = fitter.fit(found.value);
        if (found.end == without_ends && !fits && !schema.allows_prefix)
        {
            if (!result.fits) result.problem = early_end;
            return;
        }
        if (!fits && result.fits) return;
        auto repairs = fitter.repairs();
        repairs.add(found.repairs);
        result = {
            .json = json::serialize(found.value), .fits = fits, .repairs = repairs.list(), .problem = fitter.problem()};
    });
    if (!result.json && result.problem.empty()) result.problem = no_value;
    return result;
}

} // namespace verbatim::feedback
