#pragma once

#include <string>
#include <string_view>

namespace verbatim::testing {

/// JSON that fills a closed schema as sdk::strict_schema writes them; the n-th item of a list differs from the others
/// where the type allows. Throws std::logic_error for a schema of another kind.
std::string generated_json(std::string_view schema);

/// What an improvised text says: a placeholder, a quote and a backslash, which must survive the way back to a caller.
std::string generated_text();

} // namespace verbatim::testing
