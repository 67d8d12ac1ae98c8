#include "pages/pages.hpp"

#include "encoding/encoding.hpp"
#include "pages/compression.hpp"

#include <algorithm>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace verbatim::core::pages {

namespace fs = std::filesystem;

namespace {

struct file_type
{
    std::string_view extension;
    std::string_view content_type;
};

constexpr file_type file_types[]{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
};

struct file_encoding
{
    std::string_view extension;
    std::string_view name;
};

/// By preference: the encoding with smaller results first.
constexpr file_encoding file_encodings[]{{".br", "br"}, {".gz", "gzip"}};

constexpr std::string_view folders[]{"analyze", "docs", "dashboard"};

/// What a page needs besides resources of this server. The API viewer draws its icons from data URLs. The page of
/// analyses reads files in a worker and turns its charts into images.
std::string_view additional_sources(std::string_view folder)
{
    if (folder == "docs") return " data:";
    if (folder == "analyze") return " blob:; worker-src 'self'";
    return {};
}

/// Allows scripts, styles and data of this server only, and no framing.
std::string content_security_policy(std::string_view folder)
{
    return "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action "
           "'none'; frame-ancestors 'none'; img-src 'self'" +
           std::string{additional_sources(folder)};
}

std::shared_ptr<const std::string> read_file(const fs::path& file)
{
    std::error_code failure;
    const auto      size = fs::file_size(file, failure);
    std::string     content(failure ? 0 : size, '\0');
    if (content.empty() || !std::ifstream{file, std::ios::binary}.read(content.data(), std::ssize(content)))
        throw std::runtime_error{"The file " + file.string() +
                                 " is missing, empty or unreadable; reinstall the server"};
    return std::make_shared<const std::string>(std::move(content));
}

/// The ETag: the first half of the SHA-256 of the content, in hexadecimal. All servers send the same one.
std::string content_version(const std::string& content)
{
    const auto digest = encoding::sha256_of(content);
    return encoding::to_hexadecimal(std::span{digest}.first<digest.size() / 2>());
}

/// Keeps only the compressed form of a text that has one: nearly all clients accept it.
http::body_source body_of(std::shared_ptr<const std::string> text, const std::vector<http::encoded_body>& encodings)
{
    const auto gzip = std::ranges::find(encodings, "gzip", &http::encoded_body::encoding);
    if (gzip != encodings.end()) return make_lazy_body(gzip->body, text->size());
    return [text = std::move(text)] { return text; };
}

http::static_resource make_resource(std::string path, std::string_view content_type,
                                    std::shared_ptr<const std::string> text, std::vector<http::encoded_body> encodings,
                                    std::string policy)
{
    auto version = content_version(*text);
    auto body    = body_of(std::move(text), encodings);
    return {.path         = std::move(path),
            .content_type = std::string{content_type},
            .body         = std::move(body),
            .headers      = {{"X-Content-Type-Options", "nosniff"},
                             {"Content-Security-Policy", std::move(policy)},
                             {"Referrer-Policy", "no-referrer"},
                             {"Cross-Origin-Opener-Policy", "same-origin"},
                             {"Cache-Control", "no-cache"}},
            .version      = std::move(version),
            .encodings    = std::move(encodings)};
}

std::string_view content_type_of(const fs::path& file)
{
    const auto* type = std::find_if(std::begin(file_types), std::end(file_types), [&](const file_type& candidate) {
        return file.extension() == candidate.extension;
    });
    if (type == std::end(file_types))
        throw std::runtime_error{"The file " + file.string() + " has an unknown file type; remove it"};
    return type->content_type;
}

bool is_encoded(const fs::path& file)
{
    return std::any_of(std::begin(file_encodings), std::end(file_encodings),
                       [&](const file_encoding& candidate) { return file.extension() == candidate.extension; });
}

bool is_gzip_of(std::string_view gzip_body, const std::string& text)
try
{
    return gunzip(gzip_body, text.size()) == text;
}
catch (const std::runtime_error&)
{
    return false;
}

std::vector<http::encoded_body> load_encodings(const fs::path& file, const std::string& text)
{
    std::vector<http::encoded_body> encodings;
    for (const auto& [extension, name] : file_encodings)
    {
        auto encoded_file = file;
        encoded_file += extension;
        if (!fs::exists(encoded_file)) continue;
        encodings.push_back({name, read_file(encoded_file)});
        if (name == "gzip" && !is_gzip_of(*encodings.back().body, text))
            throw std::runtime_error{"The file " + encoded_file.string() + " is not the compressed form of " +
                                     file.filename().string() + "; reinstall the server"};
    }
    return encodings;
}

http::static_resource load_resource(const fs::path& file, std::string_view folder)
{
    const auto url_prefix = "/" + std::string{folder};
    const auto name       = file.filename().string();
    const auto text       = read_file(file);
    return make_resource(name == "index.html" ? url_prefix : url_prefix + "/" + name, content_type_of(file), text,
                         load_encodings(file, *text), content_security_policy(folder));
}

} // namespace

std::vector<http::static_resource> load_pages(std::string_view document, const fs::path& assets)
{
    std::vector<http::static_resource> resources;
    resources.push_back(make_resource("/openapi.json", "application/json",
                                      std::make_shared<const std::string>(document), compress(document),
                                      content_security_policy({})));
    for (const auto folder : folders)
    {
        const auto folder_path = assets / folder;
        resources.push_back(load_resource(folder_path / "index.html", folder));
        for (const auto& entry : fs::directory_iterator{folder_path})
            if (entry.path().filename() != "index.html" && !is_encoded(entry.path()))
                resources.push_back(load_resource(entry.path(), folder));
    }
    return resources;
}

} // namespace verbatim::core::pages
