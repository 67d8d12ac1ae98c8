#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::http
{

/// Something of the host's own that is the same for everyone and every time: health, the document, the page that shows
/// it.
struct page
{
    std::string path;
    std::string content_type;
    std::shared_ptr<const std::string> body;
    std::vector<std::pair<std::string_view, std::string>> headers;
    bool answers_head = true; ///< contract 2.5: pages do, health does not
};

} // namespace verbatim::core::http
