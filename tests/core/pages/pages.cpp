#include "pages/pages.hpp"
#include "pages/compression.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <map>

using namespace verbatim;
using namespace verbatim::core;

namespace {

/// A folder with the minimum of assets.
struct assets
{
    assets()
    {
        put("analyze/index.html", "<p>analysis</p>");
        put("docs/index.html", "<p>docs</p>");
        put("dashboard/index.html", "<p>usage</p>");
    }

    void put(const std::string& name, const std::string& content) const
    {
        const auto file = folder.path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream{file, std::ios::binary} << content;
    }

    std::map<std::string, http::static_resource> load(const std::string& document = "{}") const
    {
        std::map<std::string, http::static_resource> resources;
        for (auto& resource : pages::load_pages(document, folder.path())) resources.emplace(resource.path, resource);
        return resources;
    }

    support::temporary_directory folder;
};

std::string header(const http::static_resource& resource, std::string_view name)
{
    const auto position = std::find_if(resource.headers.begin(), resource.headers.end(),
                                       [&](const auto& field) { return field.first == name; });
    return position == resource.headers.end() ? std::string{} : position->second;
}

std::string gzip(const std::string& text)
{
    const auto encodings = pages::compress(text);
    return *std::ranges::find(encodings, "gzip", &http::encoded_body::encoding)->body;
}

bool names_the_file(const std::runtime_error& problem, const std::string& file)
{
    return std::string{problem.what()}.find(file) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(pages)

BOOST_AUTO_TEST_CASE(each_folder_is_served_as_a_page_with_its_files)
{
    assets some;
    some.put("docs/start.js", "start()");
    some.put("dashboard/icon.svg", "<svg/>");

    const auto resources = some.load(R"({"openapi":"3.1.0"})");

    BOOST_TEST(resources.size() == 6u);
    BOOST_TEST(*resources.at("/openapi.json").body() == R"({"openapi":"3.1.0"})");
    BOOST_TEST(resources.at("/openapi.json").content_type == "application/json");
    BOOST_TEST(*resources.at("/docs").body() == "<p>docs</p>");
    BOOST_TEST(resources.at("/docs").content_type == "text/html; charset=utf-8");
    BOOST_TEST(resources.at("/docs/start.js").content_type == "text/javascript; charset=utf-8");
    BOOST_TEST(resources.at("/dashboard/icon.svg").content_type == "image/svg+xml");
}

BOOST_AUTO_TEST_CASE(headers_forbid_content_of_other_hosts_and_content_sniffing)
{
    for (const auto& [path, page] : assets{}.load())
    {
        BOOST_TEST(header(page, "X-Content-Type-Options") == "nosniff", path);
        const auto policy = header(page, "Content-Security-Policy");
        BOOST_TEST(policy.starts_with("default-src 'none'; script-src 'self';"), path);
        BOOST_TEST(policy.find("http") == policy.npos, path);
        BOOST_TEST(policy.find("unsafe") == policy.npos, path);
        BOOST_TEST((policy.find("data:") != policy.npos) == (path == "/docs"), path);
        BOOST_TEST((policy.find("blob:; worker-src 'self'") != policy.npos) == (path == "/analyze"), path);
    }
}

BOOST_AUTO_TEST_CASE(an_encoded_file_is_not_a_page_and_the_smallest_is_first)
{
    assets            some;
    const std::string script(1000, ';'), gzipped = gzip(script);
    some.put("docs/start.js", script);
    some.put("docs/start.js.gz", gzipped);
    some.put("docs/start.js.br", "brotli");

    const auto resources = some.load();

    BOOST_TEST(!resources.contains("/docs/start.js.gz"));
    const auto& also = resources.at("/docs/start.js").encodings;
    BOOST_REQUIRE(also.size() == 2u);
    BOOST_TEST(also[0].encoding == "br");
    BOOST_TEST(*also[0].body == "brotli");
    BOOST_TEST(also[1].encoding == "gzip");
    BOOST_TEST((*also[1].body == gzipped));
}

BOOST_AUTO_TEST_CASE(the_document_is_compressed_too)
{
    const auto resources = assets{}.load(std::string(10'000, ' '));

    BOOST_TEST(resources.at("/openapi.json").encodings.size() == 2u);
    BOOST_TEST(resources.at("/docs").encodings.empty());
}

BOOST_AUTO_TEST_CASE(a_text_with_a_gzip_form_is_decompressed_once)
{
    const std::string text(100'000, ' ');
    const auto        document = assets{}.load(text).at("/openapi.json");

    BOOST_TEST((*document.body() == text));
    BOOST_TEST(document.body() == document.body());
}

BOOST_AUTO_TEST_CASE(a_gzip_file_that_is_not_the_compressed_form_is_named)
{
    const std::string script(1000, ';'), of_script = gzip(script);
    for (const auto& other : {gzip(std::string(1000, ',')), of_script.substr(0, of_script.size() - 1), script})
    {
        assets some;
        some.put("docs/start.js", script);
        some.put("docs/start.js.gz", other);
        BOOST_CHECK_EXCEPTION(some.load(), std::runtime_error,
                              [](const auto& problem) { return names_the_file(problem, "docs/start.js.gz"); });
    }
}

BOOST_AUTO_TEST_CASE(a_version_depends_on_the_bytes_only)
{
    const auto first = assets{}.load("a"), same = assets{}.load("a"), other = assets{}.load("b");

    BOOST_TEST(first.at("/openapi.json").version == same.at("/openapi.json").version);
    BOOST_TEST(first.at("/openapi.json").version != other.at("/openapi.json").version);
    BOOST_TEST(first.at("/docs").version == other.at("/docs").version);
}

BOOST_AUTO_TEST_CASE(missing_empty_and_unknown_files_are_named)
{
    assets gone;
    std::filesystem::remove(gone.folder.path() / "dashboard/index.html");
    BOOST_CHECK_EXCEPTION(gone.load(), std::runtime_error,
                          [](const auto& problem) { return names_the_file(problem, "dashboard/index.html"); });

    assets empty;
    empty.put("docs/start.js", "");
    BOOST_CHECK_EXCEPTION(empty.load(), std::runtime_error,
                          [](const auto& problem) { return names_the_file(problem, "docs/start.js"); });

    assets strange;
    strange.put("docs/notes.exe", "x");
    BOOST_CHECK_EXCEPTION(strange.load(), std::runtime_error,
                          [](const auto& problem) { return names_the_file(problem, "docs/notes.exe"); });
}

BOOST_AUTO_TEST_SUITE_END()
