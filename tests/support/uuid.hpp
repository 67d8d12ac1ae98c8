#pragma once

#include <string_view>

namespace verbatim::support {

/// Whether the text is a UUID of this version, a digit, in canonical lower case.
inline bool is_uuid(std::string_view text, std::string_view version)
{
    constexpr std::string_view form = "xxxxxxxx-xxxx-vxxx-yxxx-xxxxxxxxxxxx";
    if (text.size() != form.size()) return false;
    for (std::size_t at = 0; at < form.size(); ++at)
    {
        const std::string_view allowed = form[at] == 'x'   ? "0123456789abcdef"
                                         : form[at] == 'v' ? version
                                         : form[at] == 'y' ? "89ab"
                                                           : form.substr(at, 1);
        if (allowed.find(text[at]) == std::string_view::npos) return false;
    }
    return true;
}

} // namespace verbatim::support
