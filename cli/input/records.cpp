#include "cli/input/records.hpp"

#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <utility>

namespace verbatim::cli::input {

namespace json = boost::json;

namespace {

json::object to_json(const record_choice& choice)
{
    json::object options;
    const auto   add = [&](const char* name, const auto& columns) { options[name] = json::value_from(columns); };
    if (!choice.text.empty()) add("text", choice.text);
    if (choice.id) add("id", std::vector{*choice.id});
    if (choice.date) add("date", std::vector{*choice.date});
    if (choice.url_id) add("url-id", std::vector{*choice.url_id});
    if (choice.codes) add("codes", *choice.codes);
    json::array metadata;
    for (const auto& [name, option] : choice.metadata) metadata.push_back({name, option});
    json::object values{{"options", std::move(options)},
                        {"metadata", std::move(metadata)},
                        {"apart", choice.apart},
                        {"asIs", choice.as_is}};
    if (choice.order) values["order"] = *choice.order;
    if (choice.separator) values["separator"] = *choice.separator;
    return values;
}

} // namespace

record_set::record_set(reader& reader, file_table file, const record_choice& choice)
    : has_questions_{choice.apart}
{
    const auto answer = reader.match(to_json(choice));
    has_ids_          = answer.at("hasIds").as_bool();
    mode_             = json::value_to<std::string>(answer.at("mode"));
    description_      = json::value_to<std::string>(answer.at("description"));
    notes_            = json::value_to<std::vector<std::string>>(answer.at("notes"));
    fields_           = json::value_to<std::map<std::string, std::string>>(answer.at("fields"));

    const auto count = answer.at("count").to_number<std::size_t>();
    records_.reserve(count);
    reader.take("records", count, {{"metadata", choice.has_metadata}}, [&](const json::array& parts) {
        const auto text = [&](std::size_t at) { return json::value_to<std::string>(parts[at]); };
        records_.push_back({parts[0].to_number<std::size_t>(), text(1), text(2), text(3), text(4)});
    });
    reader.take_rows(file);
    rows_           = std::move(file.rows);
    std::size_t row = 0;
    for (auto& record : records_) // both are in the order of the file
    {
        while (rows_.place(row) != record.row) ++row;
        record.row = row;
    }
}

void record_set::drop(const std::vector<std::size_t>& positions)
{
    std::vector<record> kept;
    for (std::size_t position = 0; position != records_.size(); ++position)
        if (std::ranges::find(positions, position) == positions.end()) kept.push_back(std::move(records_[position]));
    records_ = std::move(kept);
}

void record_set::append_json_array(std::size_t first, std::size_t count, std::string& json) const
{
    std::size_t size = json.size() + count + 2;
    for (std::size_t n = 0; n != count; ++n) size += records_[first + n].json.size();
    json.reserve(size);
    json += '[';
    for (std::size_t n = 0; n != count; ++n) json.append(n == 0 ? "" : ",").append(records_[first + n].json);
    json += ']';
}

void record_set::for_each_row(
    const std::function<void(std::size_t row, const record*, std::size_t position)>& use) const
{
    std::size_t position = 0;
    for (std::size_t row = 0; row != rows_.row_count(); ++row)
    {
        if (position == records_.size() || records_[position].row != row) use(row, nullptr, position);
        for (; position != records_.size() && records_[position].row == row; ++position)
            use(row, &records_[position], position);
    }
}

} // namespace verbatim::cli::input
