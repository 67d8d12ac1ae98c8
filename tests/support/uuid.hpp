#pragma once

#include <string_view>

namespace verbatim::support {

/// Whether the text is a UUID version 4 in canonical lower case.
inline bool is_uuid_v4(std::string_view text)
{
    constexpr std::string_view form = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
    if (text.size() != form.size()) return false;
    for (std::size_t at = 0; at < form.size(); ++at)
    {
        const std::string_view allowed = form[at] == 'x'   ? "0123456789abcdef"
                                         : form[at] == 'y' ? "89ab"
                                                           : form.substr(at, 1);
        if (allowed.find(text[at]) == std::string_view::npos) return false;
    }
    return true;
}

} // namespace verbatim::support
