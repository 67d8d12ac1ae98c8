#include "gateway/health.hpp"

namespace verbatim::core::gateway {

http::static_resource health_resource(std::string_view version)
{
    const auto body =
        std::make_shared<const std::string>(R"({"status":"ok","version":")" + std::string{version} + R"("})");
    return {.path         = "/v1/health",
            .content_type = "application/json",
            .body         = [body] { return body; },
            .allows_head  = false};
}

} // namespace verbatim::core::gateway
