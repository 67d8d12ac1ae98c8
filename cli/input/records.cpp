#include "cli/input/records.hpp"

#include "cli/failure.hpp"
#include "cli/plural.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::cli::input {

namespace {

constexpr std::size_t code_levels = 3; ///< fields of the server by default

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::input, message}; }

void append_member(std::string_view name, std::string_view value, std::string& json)
{
    if (json.back() != '{') json += ',';
    sdk::append_json_string(name, json);
    json += ':';
    sdk::append_json_string(value, json);
}

} // namespace

record_set::record_set(table rows, column_roles roles)
    : rows_{std::move(rows)}
    , roles_{std::move(roles)}
{
    if (roles_.codes.size() > code_levels) fail("--codes: at most 3 columns");
    for (std::size_t row = 0; row != rows_.row_count(); ++row)
    {
        if (sdk::utf8::is_blank(rows_.cell(row, roles_.text)))
        {
            ++blank_;
            continue;
        }
        if (is_merged(row)) continue;
        check(row);
        selected_.push_back(row);
    }
    if (selected_.empty())
        fail("column " + rows_.columns()[roles_.text] + ": has no text in any row. Name the column with --text");
}

/// Whether the row repeats the text of a record with other codes.
bool record_set::is_merged(std::size_t row)
{
    if (!roles_.id) return false;
    const auto [entry, is_new] = first_rows_.emplace(id_of(row), row);
    if (is_new) return false;
    const auto first = entry->second;
    if (!roles_.codes.empty() && rows_.cell(first, roles_.text) == rows_.cell(row, roles_.text))
    {
        merged_[first].push_back(row);
        ++merged_rows_;
        return true;
    }
    if (repeated_ids_++ == 0) first_repeated_ = rows_.place_name(row);
    return false;
}

void record_set::check(std::size_t row)
{
    const auto length = sdk::utf8::count_code_points(rows_.cell(row, roles_.text));
    if (length > max_content_length)
        fail(rows_.place_name(row) + ": the text has " + std::to_string(length) + " characters; at most " +
             std::to_string(max_content_length) + " are allowed. Shorten or divide it");
    if (sdk::utf8::count_code_points(id_of(row)) > max_id_length)
        fail(rows_.place_name(row) + ": the id has more than 256 characters. Name another column with --id");
    content_length_ += length;
    if (roles_.date && day_of(row).empty() && undated_++ == 0) first_undated_ = rows_.place_name(row);
}

std::string record_set::id_of(std::size_t row) const
{
    const auto id = roles_.id ? sdk::utf8::trimmed(rows_.cell(row, *roles_.id)) : std::string_view{};
    return id.empty() ? rows_.place_word + "-" + std::to_string(rows_.place(row)) : std::string{id};
}

std::string record_set::day_of(std::size_t row) const
{
    return row < roles_.days.size() ? roles_.days[row] : std::string{};
}

void record_set::drop(const std::vector<std::size_t>& positions)
{
    std::vector<std::size_t> kept;
    for (std::size_t position = 0; position != selected_.size(); ++position)
        if (std::ranges::find(positions, position) == positions.end()) kept.push_back(selected_[position]);
    selected_ = std::move(kept);
}

void record_set::append_metadata(std::size_t row, std::string& json) const
{
    json += ",\"metadata\":{";
    if (const auto day = day_of(row); !day.empty()) append_member("created", day, json);
    for (std::size_t level = 0; level != roles_.codes.size(); ++level) append_codes(row, level, json);
    for (const auto column : roles_.metadata)
        if (const auto value = rows_.cell(row, column); !sdk::utf8::is_blank(value))
            append_member(rows_.columns()[column], value, json);
    json += '}';
}

/// A text, or a list of those of several rows.
void record_set::append_codes(std::size_t row, std::size_t level, std::string& json) const
{
    const auto                    name = "coding_level_" + std::to_string(level + 1);
    std::vector<std::string_view> codes;
    const auto                    add = [&](std::size_t own) {
        const auto code = rows_.cell(own, roles_.codes[level]);
        if (!sdk::utf8::is_blank(code) && std::ranges::find(codes, code) == codes.end()) codes.push_back(code);
    };
    add(row);
    const auto found = merged_.find(row);
    if (found == merged_.end())
    {
        if (!codes.empty()) append_member(name, codes.front(), json);
        return;
    }
    for (const auto other : found->second) add(other);
    if (codes.empty()) return;
    if (json.back() != '{') json += ',';
    json += '"' + name + "\":[";
    for (const auto code : codes)
    {
        if (json.back() != '[') json += ',';
        sdk::append_json_string(code, json);
    }
    json += ']';
}

void record_set::append_json(std::size_t row, std::string& json) const
{
    json += "{\"id\":";
    sdk::append_json_string(id_of(row), json);
    json += ",\"content\":";
    sdk::append_json_string(rows_.cell(row, roles_.text), json);
    if (roles_.url_id)
        if (const auto url = sdk::utf8::trimmed(rows_.cell(row, *roles_.url_id)); !url.empty())
        {
            json += ",\"url_id\":";
            sdk::append_json_string(url, json);
        }
    if (has_metadata_) append_metadata(row, json);
    json += '}';
}

void record_set::append_json_array(std::size_t first, std::size_t count, std::string& json) const
{
    json += '[';
    for (std::size_t n = 0; n != count; ++n)
    {
        if (n != 0) json += ',';
        append_json(selected_[first + n], json);
    }
    json += ']';
}

std::vector<std::string> record_set::notes() const
{
    std::vector<std::string> notes;
    if (blank_ != 0) notes.push_back(plural(std::to_string(blank_), "row") + " without text left out");
    if (undated_ != 0)
        notes.push_back(plural(std::to_string(undated_), "record") + " without a date that can be read, the first in " +
                        first_undated_);
    if (merged_rows_ != 0)
        notes.push_back(plural(std::to_string(merged_rows_), "row") +
                        " with the id and the text of an earlier one merged; the record has the codes of all");
    if (repeated_ids_ != 0)
        notes.push_back(plural(std::to_string(repeated_ids_), "record") +
                        " with the id of an earlier one, the first in " + first_repeated_);
    return notes;
}

} // namespace verbatim::cli::input
