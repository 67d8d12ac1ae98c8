#include "cli/input/value_rows.hpp"

#include "cli/failure.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace verbatim::cli::input {

namespace json = boost::json;

namespace {

/// Aliases can make a small file an endless value, so that depth and items of a record, and the text of all, are
/// bounded.
constexpr int         max_depth = 3;
constexpr int         max_items = 10'000;
constexpr std::size_t max_text  = std::size_t{256} << 20; ///< bytes

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::input, message}; }

class converter
{
public:
    /// `text_left` is how many bytes of text the records may have from here on.
    converter(std::size_t place, std::size_t& text_left)
        : place_{place}
        , text_left_{text_left}
    {}

    json::value convert(const YAML::Node& node, int depth = 0)
    {
        if (depth > max_depth || ++items_ > max_items)
            fail("record " + std::to_string(place_) + ": is nested too deeply or has too many items");
        switch (node.Type())
        {
        case YAML::NodeType::Scalar: return text(node.Scalar());
        case YAML::NodeType::Sequence: return list(node, depth);
        case YAML::NodeType::Map: return object(node, depth);
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined: break;
        }
        return nullptr;
    }

private:
    json::string text(const std::string& content)
    {
        if (content.size() > text_left_) fail("record " + std::to_string(place_) + ": has too much text for one file");
        text_left_ -= content.size();
        return json::string{content};
    }

    json::value list(const YAML::Node& node, int depth)
    {
        json::array items;
        for (const auto& item : node) items.push_back(convert(item, depth + 1));
        return items;
    }

    json::value object(const YAML::Node& node, int depth)
    {
        json::object members;
        for (const auto& member : node)
        {
            if (!member.first.IsScalar()) fail("record " + std::to_string(place_) + ": has a name that is no text");
            members[member.first.Scalar()] = convert(member.second, depth + 1);
        }
        return members;
    }

    std::size_t  place_;
    std::size_t& text_left_;
    int          items_ = 0;
};

void add(value_rows& rows, const YAML::Node& node, std::size_t& place, std::size_t& text_left)
{
    ++place;
    rows.add(converter{place, text_left}.convert(node), place);
}

void add_document(value_rows& rows, const YAML::Node& document, std::size_t& place, std::size_t& text_left)
{
    const auto records = document.IsMap() && document["feedback_records"] ? document["feedback_records"] : document;
    if (records.IsSequence())
        for (const auto& record : records) add(rows, record, place, text_left);
    else if (!records.IsNull()) add(rows, records, place, text_left);
}

} // namespace

table parse_yaml(const std::string& text)
try
{
    value_rows  rows{"record"};
    std::size_t place = 0, text_left = std::max(max_text, text.size());
    for (const auto& document : YAML::LoadAll(text)) add_document(rows, document, place, text_left);
    return std::move(rows).take();
}
catch (const YAML::Exception& error) // its text may quote the file
{
    fail(error.mark.is_null() ? "is not valid YAML"
                              : "line " + std::to_string(error.mark.line + 1) + ": is not valid YAML");
}

} // namespace verbatim::cli::input
