#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::http {

/// A body with a Content-Encoding: "br", "gzip".
struct encoded_body
{
    std::string_view                   encoding;
    std::shared_ptr<const std::string> body;
};

/// Returns the body without Content-Encoding. The first call may decompress it. [any thread]
using body_source = std::function<std::shared_ptr<const std::string>()>;

/// A response that is the same for every caller: health, the OpenAPI document, the files of the pages.
struct static_resource
{
    std::string                                           path;
    std::string                                           content_type;
    body_source                                           body;
    std::vector<std::pair<std::string_view, std::string>> headers;
    bool                                                  allows_head = true; ///< pages allow it, health does not
    std::string               version   = {}; ///< ETag without quotes; if set, clients that have this version get 304
    std::vector<encoded_body> encodings = {}; ///< in order of preference among equal weights of the client
};

} // namespace verbatim::core::http
