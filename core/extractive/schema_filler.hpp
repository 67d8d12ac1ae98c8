#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::extractive {

/// JSON for an output schema, so that a new operation can be tried without a provider: texts are the central sentences
/// of `text`, an enumeration is the enumerator whose words the text shares most, a list of enumerators all that it
/// shares. Anything else is null where the schema allows it, or 0, false or an empty list. `{}` for an invalid schema.
std::string fill_schema(std::string_view schema, std::string_view text);

} // namespace verbatim::core::extractive
