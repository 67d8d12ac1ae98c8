#include "pages/pages.hpp"

#include "pages/compression.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace verbatim::core::pages {

namespace fs = std::filesystem;

namespace {

struct kind
{
    std::string_view extension;
    std::string_view content_type;
};

constexpr kind kinds[]{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
};

struct coding
{
    std::string_view extension;
    std::string_view name;
};

/// The smaller one first.
constexpr coding codings[]{{".br", "br"}, {".gz", "gzip"}};

constexpr std::string_view folders[]{"docs", "dashboard"};

/// Scripts, styles and data of this server and of nobody else, and no page that frames ours. The viewer of the document
/// draws its icons from data URLs.
std::string policy_of(std::string_view folder)
{
    return "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action "
           "'none'; frame-ancestors 'none'; img-src 'self'" +
           std::string{folder == "docs" ? " data:" : ""};
}

std::shared_ptr<const std::string> read(const fs::path& file)
{
    std::ifstream in{file, std::ios::binary};
    std::string   content{std::istreambuf_iterator<char>{in}, {}};
    if ((!in.good() && !in.eof()) || content.empty())
        throw std::runtime_error{"The file " + file.string() + " of the pages cannot be read, is missing or empty"};
    return std::make_shared<const std::string>(std::move(content));
}

/// Other bytes, another name; the same on every machine.
std::string version_of(const std::string& content)
{
    return to_string(boost::uuids::name_generator_sha1{boost::uuids::ns::oid()}(content));
}

http::page page(std::string path, std::string_view content_type, std::shared_ptr<const std::string> content,
                std::string policy)
{
    auto version = version_of(*content);
    return {.path         = std::move(path),
            .content_type = std::string{content_type},
            .body         = std::move(content),
            .headers      = {{"X-Content-Type-Options", "nosniff"},
                             {"Content-Security-Policy", std::move(policy)},
                             {"Referrer-Policy", "no-referrer"},
                             {"Cross-Origin-Opener-Policy", "same-origin"},
                             {"Cache-Control", "no-cache"}},
            .version      = std::move(version)};
}

std::string_view content_type_of(const fs::path& file)
{
    const auto* found = std::find_if(std::begin(kinds), std::end(kinds),
                                     [&](const kind& one) { return file.extension() == one.extension; });
    if (found == std::end(kinds))
        throw std::runtime_error{"The file " + file.string() + " of the pages is of no kind that is served"};
    return found->content_type;
}

bool is_coded(const fs::path& file)
{
    return std::any_of(std::begin(codings), std::end(codings),
                       [&](const coding& one) { return file.extension() == one.extension; });
}

http::page page_of(const fs::path& file, std::string_view folder)
{
    const auto under = "/" + std::string{folder};
    const auto name  = file.filename().string();
    auto       made =
        page(name == "index.html" ? under : under + "/" + name, content_type_of(file), read(file), policy_of(folder));
    for (const auto& [extension, coding] : codings)
    {
        auto other = file;
        other += extension;
        if (fs::exists(other)) made.also.push_back({coding, read(other)});
    }
    return made;
}

} // namespace

std::vector<http::page> pages(std::string document, const fs::path& assets)
{
    std::vector<http::page> all;
    auto                    codings_of_document = compressed(document);
    all.push_back(page("/openapi.json", "application/json", std::make_shared<const std::string>(std::move(document)),
                       policy_of({})));
    all.back().also = std::move(codings_of_document);
    for (const auto folder : folders)
    {
        const auto begins = assets / folder;
        all.push_back(page_of(begins / "index.html", folder));
        for (const auto& one : fs::directory_iterator{begins})
            if (one.path().filename() != "index.html" && !is_coded(one.path()))
                all.push_back(page_of(one.path(), folder));
    }
    return all;
}

} // namespace verbatim::core::pages
