#pragma once

#include <string>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::privacy {

/// The settings ANONYMIZER_….
struct settings
{
    /// ANONYMIZER_TERMS_PATH: what an operator wants redacted besides what the engine finds; see terms.hpp. Empty:
    /// nothing.
    std::string terms_path;
};

void declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::privacy
