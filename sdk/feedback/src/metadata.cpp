#include "verbatim/feedback/metadata.hpp"

namespace verbatim::feedback {

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
