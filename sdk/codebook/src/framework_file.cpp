#include "verbatim/codebook/framework_file.hpp"

#include "framework_formats.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace verbatim::codebook {

namespace json = boost::json;

namespace {

constexpr std::size_t max_file_size = 64 << 20; ///< maximum size of a request body

/// Reads regular files only, because others have no size: opening a pipe without a writer would block the start.
std::string content_of(const std::string& path)
{
    const std::filesystem::path file{path};
    std::error_code             error;
    const auto                  size = std::filesystem::file_size(file, error);
    if (error) throw std::runtime_error{"not a readable file"};
    if (size > max_file_size) throw std::runtime_error{"larger than 64 MiB"};
    std::ifstream opened{file, std::ios::binary};
    if (!opened.is_open()) throw std::runtime_error{"not a readable file"};
    return {std::istreambuf_iterator<char>{opened}, {}};
}

} // namespace

framework read_framework(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3); // byte order mark
    const auto first = sdk::ascii::trimmed(text).substr(0, 1);
    if (!first.empty() && first != "{" && first != "[") return read_csv(text);

    json::parse_options options;
    options.max_depth = 64;
    boost::system::error_code error;
    const auto                document = json::parse(text, error, {}, options);
    if (error) throw std::runtime_error{"not valid JSON"};
    if (const auto* rows = document.if_array()) return read_rows(*rows);
    const auto* request = document.if_object();
    const auto* levels  = request ? request->if_contains("coding_levels") : nullptr;
    const auto& value   = levels ? *levels : document;
    if (const auto* object = value.if_object(); object && object->contains("types")) return read_types(value);

    framework  codes;
    const auto problems = sdk::read(sdk::schema_of<framework>(), value, &codes);
    if (!problems.empty()) throw std::runtime_error{problems.front().field + ": " + problems.front().issue};
    return codes;
}

framework load_framework(const std::string& path)
try
{
    return read_framework(content_of(path));
}
catch (const std::runtime_error& failure)
{
    throw std::runtime_error{std::string{"CODING_FRAMEWORK_PATH: invalid coding framework: "} + failure.what() + "."};
}

void framework_setting(sdk::schema_builder& schema, sdk::path& path)
{
    schema
        .optional("CODING_FRAMEWORK_PATH", path,
                  "JSON or CSV file with the coding framework for requests without `coding_levels`. Empty: every "
                  "request must have one.")
        .example("/etc/verbatim/framework.json");
}

} // namespace verbatim::codebook
