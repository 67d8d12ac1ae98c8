#include "privacy/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::privacy {

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("AnonymizerSettings", "Terms that the built-in anonymizer redacts.");

    schema
        .optional("ANONYMIZER_TERMS_PATH", s.terms_path,
                  "File of terms that are always redacted. Each line has a kind, a tab and a text.")
        .example("/etc/verbatim/terms.tsv");
}

} // namespace verbatim::core::privacy
