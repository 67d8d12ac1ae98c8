#include "verbatim/feedback/metadata.hpp"

#include <boost/json/array.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace verbatim::feedback {

namespace {

std::size_t bytes_of(const boost::json::value& value)
{
    const auto* text = value.if_string();
    return sizeof(value) + (text ? text->size() : 0);
}

/// std::to_chars alone writes 100000 as 1e+05, because it is shorter.
std::string text_of(double number)
{
    const auto size  = std::fabs(number);
    const bool plain = size >= 1e-6 && size < 1e21;

    std::array<char, 32> digits{};
    const auto           end = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                   plain ? std::chars_format::fixed : std::chars_format::scientific);
    return {digits.data(), end.ptr};
}

} // namespace

std::optional<std::string> scalar_text(const boost::json::value& value)
{
    if (const auto* flag = value.if_bool()) return *flag ? "true" : "false";
    if (const auto* integer = value.if_int64()) return std::to_string(*integer);
    if (const auto* integer = value.if_uint64()) return std::to_string(*integer);
    const auto* number = value.if_double();
    if (!number || !std::isfinite(*number)) return std::nullopt;
    return *number == 0 ? "0" : text_of(*number);
}

void metadata_settings(sdk::schema_builder& schema, metadata_keys& keys)
{
    schema.optional("ANALYZE_CODING_TREND_DATE_FIELD", keys.date, "Metadata key that holds a record's date.");
    schema.optional("ANALYZE_CODING_TREND_CODE_FIELDS", keys.codes,
                    "Metadata keys that hold code labels, counted by period.");
    schema
        .optional("ANALYZE_METADATA_FIELDS", keys.allowed,
                  "Metadata keys that a model may see; not set: the date field and the code fields.")
        .example(R"(["created","coding_level_1"])");
}

std::size_t metadata_bytes(const boost::json::object& metadata, std::span<const std::string> fields, std::size_t enough)
{
    std::size_t bytes = 0;
    for (const auto& field : fields)
    {
        const auto* value = metadata.if_contains(field);
        if (!value) continue;
        bytes += bytes_of(*value);
        const auto* items = value->if_array();
        for (std::size_t n = 0; items && n != items->size() && bytes <= enough; ++n) bytes += bytes_of((*items)[n]);
    }
    return bytes;
}

std::vector<std::string> metadata_keys::visible_to_models() const
{
    if (allowed) return *allowed;
    std::vector<std::string> keys{date};
    keys.insert(keys.end(), codes.begin(), codes.end());
    return keys;
}

std::vector<std::string> metadata_keys::all() const
{
    auto keys = allowed.value_or(std::vector<std::string>{});
    keys.push_back(date);
    keys.insert(keys.end(), codes.begin(), codes.end());
    return keys;
}

} // namespace verbatim::feedback
