#include "cli/commands/command.hpp"
#include "cli/commands/json_access.hpp"
#include "cli/commands/record_options.hpp"
#include "cli/plural.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <map>
#include <set>

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

constexpr const char* path = "/v1/coding-agreement";

std::vector<std::size_t> find_all(const table& rows, const std::vector<std::string>& names, const std::string& option)
{
    std::vector<std::size_t> columns;
    for (const auto& name : names) columns.push_back(input::require_column(rows, name, option));
    return columns;
}

/// Columns of the result of `verbatim code`, and those of people.
std::vector<std::size_t> columns_or_default(const table& rows, const std::vector<std::string>& names,
                                            const std::string& option, std::initializer_list<const char*> usual)
{
    if (!names.empty()) return find_all(rows, names, option);
    std::vector<std::size_t> columns;
    for (const char* name : usual)
        if (const auto column = rows.find_column(name)) columns.push_back(*column);
    if (columns.empty())
        throw failure{exit_status::input, option + ": name the columns of the levels, the broadest first, such as " +
                                              option + " type,category,code"};
    return columns;
}

/// The names of the levels down to the first blank one, as a JSON array; empty without any.
std::string code_json(const table& rows, std::size_t row, const std::vector<std::size_t>& columns)
{
    std::vector<std::string> names;
    for (const auto column : columns)
    {
        const auto name = sdk::utf8::trimmed(rows.cell(row, column));
        if (name.empty()) break;
        names.emplace_back(name);
    }
    return names.empty() ? std::string{} : list_of_texts(names);
}

/// The codes of a record, which may have several rows.
struct coded_record
{
    std::string           id, place; ///< that of its first row
    std::set<std::string> human, suggested;
    std::string           metadata;
};

std::string list_json(const std::set<std::string>& items)
{
    std::string json = "[";
    for (const auto& item : items) json += (json == "[" ? "" : ",") + item;
    return json + "]";
}

std::string measure_text(const json::object& measure)
{
    if (!has_number(measure, "value")) return "–";
    char text[64];
    if (has_number(measure, "low"))
        std::snprintf(text, sizeof text, "%.2f (%.2f to %.2f)", number_of(measure, "value"), number_of(measure, "low"),
                      number_of(measure, "high"));
    else std::snprintf(text, sizeof text, "%.2f", number_of(measure, "value"));
    return text;
}

std::string share_text(const json::object& object, const char* member)
{
    return has_number(object, member) ? percent_text(number_of(object, member)) : "–";
}

std::string code_text(const json::object& object, const char* member)
{
    std::string text;
    for (const auto& name : list_of(object, member))
        if (name.is_string()) text += (text.empty() ? "" : " > ") + std::string{name.get_string().c_str()};
    return text;
}

void add_measures(const std::string& name, const json::object& measures, output::result_table& content)
{
    const auto& micro = object_of(measures, "micro");
    content.rows.add_row({name, measure_text(object_of(measures, "kappa")), measure_text(object_of(measures, "alpha")),
                          share_text(measures, "exact_match"), share_text(micro, "precision"),
                          share_text(micro, "recall"), number_text(object_of(measures, "kappa"), "value"),
                          number_text(object_of(measures, "alpha"), "value"), number_text(measures, "exact_match"),
                          number_text(micro, "precision"), number_text(micro, "recall"), number_text(micro, "f1")});
}

output::result_table measure_table(const json::object& answer)
{
    output::result_table content{.name    = "agreement",
                                 .columns = {{"level", "Codes"},
                                             {"", "Kappa (95 %)", true},
                                             {"", "Alpha (95 %)", true},
                                             {"", "Same", true},
                                             {"", "Precision", true},
                                             {"", "Recall", true},
                                             {"kappa", "", true},
                                             {"alpha", "", true},
                                             {"exact_match", "", true},
                                             {"precision", "", true},
                                             {"recall", "", true},
                                             {"f1", "", true}}};
    add_measures("complete", object_of(answer, "overall"), content);
    for (const auto& level : list_of(answer, "levels"))
        add_measures("level " + number_text(object_of(level), "level"), object_of(level), content);
    for (const auto& group : list_of(answer, "by"))
        for (const auto& value : list_of(object_of(group), "values"))
            add_measures(
                text_of(object_of(group), "key") + " " +
                    (text_of(object_of(value), "value").empty() ? "(none)" : text_of(object_of(value), "value")),
                object_of(object_of(value), "overall"), content);
    return content;
}

output::result_table confusion_table(const json::object& level)
{
    output::result_table content{
        .name    = "confusions",
        .columns = {{"human", "People chose"}, {"suggested", "Suggested instead"}, {"records", "Records", true}}};
    for (const auto& item : list_of(level, "confusions"))
    {
        const auto human = code_text(object_of(item), "human"), suggested = code_text(object_of(item), "suggested");
        content.rows.add_row({human.empty() ? "(nothing)" : human, suggested.empty() ? "(nothing)" : suggested,
                              number_text(object_of(item), "record_count")});
    }
    return content;
}

std::string threshold_text(const json::object& measures)
{
    const auto& confidence = object_of(measures, "confidence");
    const auto  line       = [](const char* name, const json::object& threshold) {
        if (!has_number(threshold, "threshold")) return std::string{};
        return "- " + std::string{name} + ": " + number_text(threshold, "threshold") + ", where " +
               share_text(threshold, "precision") + " of the suggestions are right and " +
               share_text(threshold, "recall") + " of the codes are found\n";
    };
    return line("Threshold with the best balance", object_of(confidence, "best_f1")) +
           line("Lowest threshold with the wanted precision", object_of(confidence, "wanted_precision"));
}

class agree final : public command
{
public:
    const char* name() const override { return "agree"; }
    const char* arguments() const override { return "FILE"; }
    const char* summary() const override { return "measure how far suggested codes agree with codes of people"; }

    void declare(option_list& options) override
    {
        options.group("Codes");
        options.add("human", "COLUMNS",
                    "levels of the code that people chose, the broadest first (default: coding_level_1 and so on)",
                    [this](const std::string& text) { human_ = split_list(text); });
        options.add("suggested", "COLUMNS",
                    "levels of the suggested code (default: suggested_level_1 and so on, as verbatim code writes them)",
                    [this](const std::string& text) { suggested_ = split_list(text); });
        options.add_text("confidence", "COLUMN", "confidence of the suggestion, 0 to 1 (default: suggested_confidence)",
                         confidence_);
        options.add_text("id", "COLUMN", "column that names a record; rows with the same id are one record", id_);
        options.add("by", "COLUMNS", "measure for each value of these columns, too",
                    [this](const std::string& text) { by_ = split_list(text); });
        options.add("precision", "SHARE", "find the threshold for this share of right suggestions, 0 to 1",
                    [this](const std::string& text) { precision_ = read_share("--precision", text); });
        records_.declare_reading(options);
        session_.declare_server(options, true);
        session_.declare_output(options, {"agreement", "confusions"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        session    session{session_};
        const auto rows = records_.read_rows(arguments);
        try
        {
            group(rows);
        }
        catch (const failure& error)
        {
            throw failure{error.status(), arguments[0] + ": " + error.what()};
        }
        session.write(make_result(answer(session)));
        return exit_status::success;
    }

private:
    std::string answer(session& session) const
    try
    {
        const auto body = request_body();
        return session.jobs().send({.method = "POST", .path = path, .body = body});
    }
    catch (const server::error_response& error)
    {
        throw failure{error.exit(), server::explain(error, [&](std::size_t position) {
                          return position < records_of_file_.size() ? records_of_file_[position].place
                                                                    : "record " + std::to_string(position);
                      })};
    }

    void group(const table& rows)
    {
        const auto human =
            columns_or_default(rows, human_, "--human", {"coding_level_1", "coding_level_2", "coding_level_3"});
        const auto suggested  = columns_or_default(rows, suggested_, "--suggested",
                                                   {"suggested_level_1", "suggested_level_2", "suggested_level_3"});
        const auto confidence = confidence_.empty()
                                    ? rows.find_column("suggested_confidence")
                                    : std::optional{input::require_column(rows, confidence_, "--confidence")};
        const auto id =
            id_.empty() ? input::find_id_column(rows) : std::optional{input::require_column(rows, id_, "--id")};
        const auto by = find_all(rows, by_, "--by");
        for (const auto column : by) by_names_.push_back(rows.columns()[column]);
        for (std::size_t row = 0; row != rows.row_count(); ++row)
        {
            auto& record = record_of(id ? std::string{sdk::utf8::trimmed(rows.cell(row, *id))} : std::string{},
                                     rows.place_name(row));
            if (const auto code = code_json(rows, row, human); !code.empty()) record.human.insert(code);
            if (const auto code = code_json(rows, row, suggested); !code.empty())
                record.suggested.insert("{\"code\":" + code +
                                        ",\"confidence\":" + confidence_of(rows, row, confidence) + "}");
            if (record.metadata.empty()) record.metadata = metadata_of(rows, row, by);
        }
    }

    coded_record& record_of(std::string id, const std::string& place)
    {
        if (id.empty()) id = place;
        const auto [entry, is_new] = positions_.emplace(id, records_of_file_.size());
        if (is_new) records_of_file_.push_back({.id = id, .place = place});
        return records_of_file_[entry->second];
    }

    static std::string confidence_of(const table& rows, std::size_t row, std::optional<std::size_t> column)
    {
        const auto text = column ? sdk::utf8::trimmed(rows.cell(row, *column)) : std::string_view{};
        if (text.empty()) return "null";
        try
        {
            return read_share("confidence", std::string{text});
        }
        catch (const failure&)
        {
            throw failure{exit_status::input, rows.place_name(row) + ", column " + rows.columns()[*column] +
                                                  ": the confidence is no number from 0 to 1"};
        }
    }

    static std::string metadata_of(const table& rows, std::size_t row, const std::vector<std::size_t>& by)
    {
        std::string json = "{";
        for (const auto column : by)
            append_text_member(json, rows.columns()[column], sdk::utf8::trimmed(rows.cell(row, column)));
        return json + "}";
    }

    std::string request_body() const
    {
        std::string json = "{\"by\":" + list_of_texts(by_names_);
        if (!precision_.empty()) append_member(json, "wanted_precision", precision_);
        append_member(json, "records", "[");
        for (const auto& record : records_of_file_)
        {
            json += json.ends_with('[') ? "{" : ",{";
            append_text_member(json, "id", record.id);
            append_member(json, "human", list_json(record.human));
            append_member(json, "suggested", list_json(record.suggested));
            append_member(json, "metadata", record.metadata);
            json += '}';
        }
        return json + "]}";
    }

    static output::result make_result(const std::string& body)
    {
        const auto     answer = parse_object(body);
        output::result result{.title = "Agreement of suggested codes with those of people", .json = body};
        result.sections.push_back({.heading  = "",
                                   .markdown = plural(count_text(answer, "record_count"), "record") +
                                               ". Kappa and alpha are 1 for full agreement and 0 for chance.",
                                   .content = measure_table(answer)});
        if (const auto text = threshold_text(object_of(answer, "overall")); !text.empty())
            result.sections.push_back({.heading = "Confidence to accept", .markdown = text});
        if (const auto& levels = list_of(answer, "levels");
            !levels.empty() && !list_of(object_of(levels.back()), "confusions").empty())
            result.sections.push_back(
                {.heading = "Most frequent differences", .content = confusion_table(object_of(levels.back()))});
        return result;
    }

    std::vector<std::string>           human_, suggested_, by_, by_names_;
    std::string                        confidence_, id_, precision_;
    record_options                     records_;
    session_options                    session_;
    std::map<std::string, std::size_t> positions_;
    std::vector<coded_record>          records_of_file_;
};

} // namespace

std::unique_ptr<command> make_agree() { return std::make_unique<agree>(); }

} // namespace verbatim::cli::commands
