#include "openapi/pages.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace verbatim::core::openapi {

namespace {

struct asset
{
    std::string_view path;
    std::string_view file;
    std::string_view content_type;
};

constexpr asset viewer[]{
    {"/docs", "index.html", "text/html; charset=utf-8"},
    {"/docs/swagger-ui.css", "swagger-ui.css", "text/css; charset=utf-8"},
    {"/docs/swagger-ui-bundle.js", "swagger-ui-bundle.js", "text/javascript; charset=utf-8"},
    {"/docs/start.js", "start.js", "text/javascript; charset=utf-8"},
};

/// The viewer styles elements inline and draws its icons from data URLs; nothing else is let in, and no other host.
constexpr std::string_view content_security_policy = "default-src 'none'; script-src 'self'; style-src 'self' "
                                                     "'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
                                                     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string read(const std::filesystem::path& file)
{
    std::ifstream in{file, std::ios::binary};
    std::string   content{std::istreambuf_iterator<char>{in}, {}};
    if (!in.good() && !in.eof())
        throw std::runtime_error{"The file " + file.string() + " of the API viewer cannot be read"};
    if (content.empty())
        throw std::runtime_error{"The file " + file.string() + " of the API viewer is missing or empty"};
    return content;
}

http::page page(std::string_view path, std::string_view content_type, std::string content)
{
    return {.path         = std::string{path},
            .content_type = std::string{content_type},
            .body         = std::make_shared<const std::string>(std::move(content)),
            .headers      = {{"X-Content-Type-Options", "nosniff"},
                             {"Content-Security-Policy", std::string{content_security_policy}},
                             {"Cache-Control", "no-cache"}}};
}

} // namespace

std::vector<http::page> pages(std::string document, const std::filesystem::path& assets)
{
    std::vector<http::page> all;
    all.push_back(page("/openapi.json", "application/json", std::move(document)));
    for (const auto& [path, file, content_type] : viewer) all.push_back(page(path, content_type, read(assets / file)));
    return all;
}

} // namespace verbatim::core::openapi
