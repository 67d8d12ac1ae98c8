#include "cli/input/value_rows.hpp"

#include "cli/failure.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace verbatim::cli::input {

namespace json = boost::json;

namespace {

/// Aliases can make a small file an endless value, so that depth and items of a record are bounded.
constexpr int max_depth = 3;
constexpr int max_items = 10'000;

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::input, message}; }

class converter
{
public:
    explicit converter(std::size_t place)
        : place_{place}
    {}

    json::value convert(const YAML::Node& node, int depth = 0)
    {
        if (depth > max_depth || ++items_ > max_items)
            fail("record " + std::to_string(place_) + ": is nested too deeply or has too many items");
        switch (node.Type())
        {
        case YAML::NodeType::Scalar: return json::string{node.Scalar()};
        case YAML::NodeType::Sequence: return list(node, depth);
        case YAML::NodeType::Map: return object(node, depth);
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined: break;
        }
        return nullptr;
    }

private:
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

    std::size_t place_;
    int         items_ = 0;
};

void add(value_rows& rows, const YAML::Node& node, std::size_t& place)
{
    ++place;
    rows.add(converter{place}.convert(node), place);
}

void add_document(value_rows& rows, const YAML::Node& document, std::size_t& place)
{
    const auto records = document.IsMap() && document["feedback_records"] ? document["feedback_records"] : document;
    if (records.IsSequence())
        for (const auto& record : records) add(rows, record, place);
    else if (!records.IsNull()) add(rows, records, place);
}

} // namespace

table parse_yaml(const std::string& text)
try
{
    value_rows  rows{"record"};
    std::size_t place = 0;
    for (const auto& document : YAML::LoadAll(text)) add_document(rows, document, place);
    return std::move(rows).take();
}
catch (const YAML::Exception& error) // its text may quote the file
{
    fail(error.mark.is_null() ? "is not valid YAML"
                              : "line " + std::to_string(error.mark.line + 1) + ": is not valid YAML");
}

} // namespace verbatim::cli::input
