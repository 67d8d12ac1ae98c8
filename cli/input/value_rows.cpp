#include "cli/input/value_rows.hpp"

#include "cli/failure.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <charconv>
#include <cmath>
#include <utility>

namespace verbatim::cli::input {

namespace json = boost::json;

namespace {

constexpr std::size_t max_columns = 2'000;
constexpr std::size_t max_depth   = 32;

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::input, message}; }

/// The text of a scalar.
std::string text_of(const json::value& value)
{
    if (value.is_null()) return {};
    if (const auto* text = value.if_string()) return {text->data(), text->size()};
    if (const auto* number = value.if_double())
    {
        char buffer[32]; // 2.5, where Boost.JSON writes 2.5E0; ids stay whole
        if (std::trunc(*number) == *number && std::abs(*number) < 1e15)
            return {buffer, std::to_chars(buffer, buffer + sizeof buffer, static_cast<long long>(*number)).ptr};
        return {buffer, std::to_chars(buffer, buffer + sizeof buffer, *number).ptr};
    }
    return json::serialize(value);
}

json::value parse(std::string_view text, json::error_code& error)
{
    json::parse_options options;
    options.max_depth = max_depth;
    return json::parse(text, error, {}, options);
}

} // namespace

void value_rows::add(const json::value& value, std::size_t place)
{
    place_             = place;
    const auto* object = value.if_object();
    if (!object) fail(rows_.place_word + " " + std::to_string(place) + ": is no object with names and values");
    cells_.assign(rows_.columns().size(), {});
    set_members(*object);
    rows_.begin_row(place);
    while (!cells_.empty() && cells_.back().empty()) cells_.pop_back();
    for (const auto& cell : cells_) rows_.add_cell(cell);
}

void value_rows::set_members(const json::object& object)
{
    for (const auto& [name, value] : object)
    {
        const auto fail_here = [&](const char* problem) {
            fail(rows_.place_word + " " + std::to_string(place_) + ", member " + std::string{name} + ": " + problem);
        };
        if (const auto* members = value.if_object())
        {
            if (name != "metadata") fail_here("is an object. Only metadata may be one");
            for (const auto& [key, item] : *members)
                if (item.is_object() || key == "metadata") fail_here("has an object inside");
            set_members(*members);
        }
        else if (const auto* items = value.if_array())
        {
            std::string texts;
            for (const auto& item : *items)
            {
                if (item.is_structured())
                    fail_here("is a list of lists or objects. Only texts and numbers fit into a cell");
                texts += (texts.empty() ? "" : ",") + text_of(item);
            }
            set(name, std::move(texts));
        }
        else set(name, text_of(value));
    }
}

void value_rows::set(std::string_view name, std::string text)
{
    auto column = columns_.find(name);
    if (column == columns_.end())
    {
        if (columns_.size() == max_columns) fail("more than 2000 different members");
        column = columns_.emplace(std::string{name}, rows_.add_column(std::string{name})).first;
        cells_.emplace_back();
    }
    auto& cell = cells_[column->second];
    if (!cell.empty() && !text.empty() && cell != text)
        fail(rows_.place_word + " " + std::to_string(place_) + ", member " + std::string{name} +
             ": has another value in metadata. Rename one of them");
    if (cell.empty()) cell = std::move(text);
}

table parse_json_lines(std::string_view text)
{
    value_rows rows{"line"};
    for (std::size_t line = 1, at = 0; at < text.size(); ++line)
    {
        const auto end     = std::min(text.find('\n', at), text.size());
        const auto content = text.substr(at, end - at);
        at                 = end + 1;
        if (sdk::utf8::is_blank(content)) continue;
        json::error_code error;
        const auto       value = parse(content, error);
        if (error) fail("line " + std::to_string(line) + ": is not valid JSON. Each line is one object");
        rows.add(value, line);
    }
    return std::move(rows).take();
}

table parse_json(std::string_view text)
{
    json::error_code error;
    const auto       value = parse(text, error);
    if (error) fail("is not valid JSON");
    const auto* list = value.if_array();
    if (const auto* object = value.if_object())
        if (const auto* member = object->if_contains("feedback_records")) list = member->if_array();
    if (!list) fail("has no list of records: an array of objects, or an object with feedback_records");
    value_rows  rows{"record"};
    std::size_t place = 0;
    for (const auto& item : *list) rows.add(item, ++place);
    return std::move(rows).take();
}

} // namespace verbatim::cli::input
