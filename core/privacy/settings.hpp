#pragma once

#include <string>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::privacy {

/// The settings ANONYMIZER_….
struct settings
{
    /// ANONYMIZER_TERMS_PATH: the operator's list of terms to redact; see terms.hpp. Empty for none.
    std::string terms_path;
};

void declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::privacy
