#include "settings.hpp"

namespace verbatim::analyze_bulk {

void declare(sdk::declaration& wire, settings& chosen)
{
    wire.is("AnalyzeBulkSettings", "How many records are analysed at once.");

    wire.takes("ANALYZE_CODING_TREND_DATE_FIELD", chosen.date_field, "Metadata key that holds a record's date.");
    wire.takes("ANALYZE_CODING_TREND_CODE_FIELDS", chosen.code_fields,
               "Metadata keys that hold code labels, counted by period.");
    wire.takes("ANALYZE_METADATA_FIELDS", chosen.metadata_fields,
               "Metadata keys that a model may see; not set: the date field and the code fields.");
    wire.takes("ANALYZE_DEFAULT_CODING_TREND_PERIOD", chosen.default_period,
               "Width of a trend period, where a request names none.");
}

std::vector<std::string> settings::shown_metadata() const
{
    if (metadata_fields) return *metadata_fields;
    std::vector<std::string> shown{date_field};
    shown.insert(shown.end(), code_fields.begin(), code_fields.end());
    return shown;
}

} // namespace verbatim::analyze_bulk
