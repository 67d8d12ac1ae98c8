#include "verbatim/feedback/metadata.hpp"

namespace verbatim::feedback {

void metadata_settings(sdk::declaration& wire, metadata_keys& keys)
{
    wire.takes("ANALYZE_CODING_TREND_DATE_FIELD", keys.date, "Metadata key that holds a record's date.");
    wire.takes("ANALYZE_CODING_TREND_CODE_FIELDS", keys.codes,
               "Metadata keys that hold code labels, counted by period.");
    wire.takes("ANALYZE_METADATA_FIELDS", keys.chosen,
               "Metadata keys that a model may see; not set: the date field and the code fields.")
        .example(R"(["created","coding_level_1"])");
}

std::vector<std::string> metadata_keys::shown() const
{
    if (chosen) return *chosen;
    std::vector<std::string> both{date};
    both.insert(both.end(), codes.begin(), codes.end());
    return both;
}

std::vector<std::string> metadata_keys::all() const
{
    auto every = chosen.value_or(std::vector<std::string>{});
    every.push_back(date);
    every.insert(every.end(), codes.begin(), codes.end());
    return every;
}

} // namespace verbatim::feedback
