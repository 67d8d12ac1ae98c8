#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace verbatim::core::jobs {

/// The fields in one text, each after its length and a colon, so that different fields never make equal texts.
inline std::string length_prefixed(std::initializer_list<std::string_view> fields)
{
    std::string text;
    for (const auto field : fields) text.append(std::to_string(field.size())).append(1, ':').append(field);
    return text;
}

} // namespace verbatim::core::jobs
