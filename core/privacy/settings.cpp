#include "privacy/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::privacy {

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("AnonymizerSettings", "What is redacted besides what is found by itself.");

    schema
        .optional("ANONYMIZER_TERMS_PATH", s.terms_path,
                  "File of names and places that are always redacted: a kind, a tab and the text on each line.")
        .example("/etc/verbatim/terms.tsv");
}

} // namespace verbatim::core::privacy
