#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::extractive {

/// JSON for an output schema, so that a new operation can be tried without a provider. Strings are central sentences of
/// `text`; an enumeration is the enumerator that shares most words with `text`; a list of enumerators contains all that
/// share any. Other values are null where the schema allows it, otherwise 0, false or empty. `{}` for an invalid
/// schema.
std::string fill_schema(std::string_view schema, std::string_view text);

} // namespace verbatim::core::extractive
