#include "cli/commands/command.hpp"
#include "cli/commands/object_table.hpp"
#include "cli/commands/record_options.hpp"
#include "cli/json_access.hpp"
#include "cli/plural.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <map>
#include <set>

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

constexpr const char* path = "/v1/coding-agreement";

std::vector<std::size_t> find_all(input::reader& reader, const std::vector<std::string>& names,
                                  const std::string& option)
{
    std::vector<std::size_t> columns;
    for (const auto& name : names) columns.push_back(reader.column(name, option));
    return columns;
}

/// Columns of the result of `verbatim code`, and those of people.
std::vector<std::size_t> columns_or_default(input::reader& reader, const table& rows,
                                            const std::vector<std::string>& names, const std::string& option,
                                            std::initializer_list<const char*> usual)
{
    if (!names.empty()) return find_all(reader, names, option);
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
    std::set<std::string> human, suggested, second;
    std::string           metadata;
    bool                  blind = true; ///< in all its rows
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

/// A measure, with its interval for people.
object_column measure_column(const char* member, const char* title)
{
    return number_column({member, title}, std::string{member} + "/value",
                         [member](const json::object& measures) { return measure_text(object_of(measures, member)); });
}

object_column share_column(const char* name, const char* title, const char* member)
{
    return number_column({name, title}, member,
                         [member](const json::object& measures) { return percent_text(measures, member, "–"); });
}

object_column code_column(const char* member, const char* title)
{
    return {{member, title}, [member](const json::object& confusion) {
                std::string text;
                for (const auto& name : list_of(confusion, member))
                    if (name.is_string()) text += (text.empty() ? "" : " > ") + std::string{name.get_string().c_str()};
                return text.empty() ? "(nothing)" : text;
            }};
}

output::result_table measure_table(const json::object& answer)
{
    json::array rows;
    const auto  add = [&](const std::string& name, json::object measures) {
        measures["name"] = name;
        rows.push_back(std::move(measures));
    };
    // Records whose people had seen the suggestion would raise the agreement of the others.
    const auto& blind     = object_of(answer, "blind");
    const auto& not_blind = object_of(answer, "not_blind");
    const auto& measured  = blind.empty() ? answer : blind;
    add("complete", object_of(measured, "overall"));
    for (const auto& level : list_of(measured, "levels"))
        add("level " + number_text(object_of(level), "level"), object_of(level));
    if (!blind.empty() && !not_blind.empty()) add("after seeing the suggestion", object_of(not_blind, "overall"));
    for (const auto& group : list_of(answer, "by"))
        for (const auto& value : list_of(object_of(group), "values"))
        {
            const auto text = text_of(object_of(value), "value");
            add(text_of(object_of(group), "key") + " " + (text.empty() ? "(none)" : text),
                object_of(object_of(value), "overall"));
        }
    return object_table("agreement", rows,
                        {text_column({"level", "Codes"}, "name"), measure_column("kappa", "Kappa (95 %)"),
                         measure_column("alpha", "Alpha (95 %)"), share_column("exact_match", "Same", "exact_match"),
                         share_column("precision", "Precision", "micro/precision"),
                         share_column("recall", "Recall", "micro/recall"), number_column({"f1"}, "micro/f1")});
}

output::result_table people_table(const json::object& people)
{
    const std::pair<const char*, const char*> pairs[]{{"between_people", "the two people"},
                                                      {"model_and_human", "model and first person"},
                                                      {"model_and_second_human", "model and second person"}};
    json::array                               rows;
    for (const auto& [member, name] : pairs)
    {
        auto row      = object_of(people, member);
        row["coders"] = name;
        rows.push_back(std::move(row));
    }
    return object_table("people", rows,
                        {text_column({"coders", "Compared"}), measure_column("kappa", "Kappa (95 %)"),
                         measure_column("alpha", "Alpha (95 %)"), share_column("exact_match", "Same", "exact_match")});
}

/// Whether the suggestions can be relied on: docs/reference/operations/coding-agreement.md#verdict.
std::string verdict_text(const json::object& verdict)
{
    const auto grade = text_of(verdict, "grade");
    const auto bound = [&](const char* member) {
        char text[32];
        std::snprintf(text, sizeof text, "%.2f", number_of(verdict, member));
        return std::string{text};
    };
    const auto low = [&] { return "alpha is at least " + bound("low") + " with 97.5 % certainty"; };
    if (grade == "reliable") return "The agreement is high enough to rely on the suggestions: " + low() + ".";
    if (grade == "tentative") return "The agreement allows tentative conclusions: " + low() + ".";
    if (grade == "unreliable")
        return "The agreement is too low to use suggestions without a look at each: alpha is at most " + bound("high") +
               " with 97.5 % certainty.";
    if (grade == "undecided")
        return "It is not known whether suggestions can be used: alpha is between " + bound("low") + " and " +
               bound("high") + ". More blind decisions narrow this down.";
    if (grade == "few_records")
        return "Not measured: a verdict needs at least 50 blind decisions; there are " +
               number_text(verdict, "record_count") + ".";
    if (grade == "one_code") return "Not measured: people chose fewer than two different codes.";
    return "Not measured: there is no interval.";
}

/// How often the suggestion was followed by people who saw it.
std::string not_blind_text(const json::object& report)
{
    return "Decisions made after seeing the suggestion: " + number_text(report, "record_count") +
           ", with the same codes in " + percent_text(object_of(report, "overall"), "exact_match", "–") +
           ". This says how often suggestions were followed, not how good they are.";
}

std::string threshold_text(const json::object& measures)
{
    const auto& confidence = object_of(measures, "confidence");
    const auto  line       = [](const char* name, const json::object& threshold) {
        if (!has_number(threshold, "threshold")) return std::string{};
        return "- " + std::string{name} + ": " + number_text(threshold, "threshold") + ", where " +
               percent_text(threshold, "precision", "–") + " of the suggestions are right and " +
               percent_text(threshold, "recall", "–") + " of the codes are found\n";
    };
    return line("Threshold with the best balance", object_of(confidence, "best_f1")) +
           line("Lowest threshold with the wanted precision in these records",
                object_of(confidence, "wanted_precision")) +
           line("Lowest threshold that reaches the wanted precision with 97.5 % certainty",
                object_of(confidence, "assured_precision"));
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
        options.add("second", "COLUMNS",
                    "levels of the code that another person chose; blank in rows that they did not code",
                    [this](const std::string& text) { second_ = split_list(text); });
        options.add_text("blind", "COLUMN",
                         "yes or no: people chose without having seen the suggestion (default: coding_blind, else yes: "
                         "the codes were in the file before)",
                         blind_);
        options.add_flag("not-blind", "people had seen the suggestions of all rows", not_blind_);
        options.add("by", "COLUMNS", "measure for each value of these columns, too",
                    [this](const std::string& text) { by_ = split_list(text); });
        options.add("precision", "SHARE", "find the threshold for this share of right suggestions, 0 to 1",
                    [this](const std::string& text) { precision_ = read_share("--precision", text); });
        records_.declare_reading(options);
        session_.declare_server(options, true);
        session_.declare_output(options, {"agreement", "confusions", "people"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        session       session{session_};
        input::reader reader;
        auto          file = records_.open(reader, arguments, session.progress());
        reader.take_rows(file);
        try
        {
            group(reader, file);
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

    void group(input::reader& reader, const input::file_table& file)
    {
        const auto& rows = file.rows;
        const auto  human =
            columns_or_default(reader, rows, human_, "--human", {"coding_level_1", "coding_level_2", "coding_level_3"});
        const auto suggested  = columns_or_default(reader, rows, suggested_, "--suggested",
                                                   {"suggested_level_1", "suggested_level_2", "suggested_level_3"});
        const auto confidence = confidence_.empty() ? rows.find_column("suggested_confidence")
                                                    : std::optional{reader.column(confidence_, "--confidence")};
        const auto id         = id_.empty() ? file.id : std::optional{reader.column(id_, "--id")};
        const auto by         = find_all(reader, by_, "--by");
        const auto second     = find_all(reader, second_, "--second");
        const auto blind =
            blind_.empty() ? rows.find_column("coding_blind") : std::optional{reader.column(blind_, "--blind")};
        for (const auto column : by) by_names_.push_back(rows.columns()[column]);
        for (std::size_t row = 0; row != rows.row_count(); ++row)
        {
            auto& record = record_of(id ? std::string{sdk::utf8::trimmed(rows.cell(row, *id))} : std::string{},
                                     rows.place_name(row));
            if (const auto code = code_json(rows, row, human); !code.empty()) record.human.insert(code);
            if (const auto code = code_json(rows, row, suggested); !code.empty())
                record.suggested.insert("{\"code\":" + code +
                                        ",\"confidence\":" + confidence_of(rows, row, confidence) + "}");
            if (const auto code = code_json(rows, row, second); !code.empty()) record.second.insert(code);
            if (not_blind_ || (blind && !is_blind(rows, row, *blind))) record.blind = false;
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

    /// A blank cell is no: nothing says that the person had not seen the suggestion.
    static bool is_blind(const table& rows, std::size_t row, std::size_t column)
    {
        std::string text{sdk::utf8::trimmed(rows.cell(row, column))};
        for (auto& letter : text)
            if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
        if (text == "yes" || text == "true" || text == "1") return true;
        if (text.empty() || text == "no" || text == "false" || text == "0") return false;
        throw failure{exit_status::input, rows.place_name(row) + ", column " + rows.columns()[column] +
                                              ": use yes or no, true or false, 1 or 0"};
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
            append_member(json, "blind", record.blind ? "true" : "false");
            if (!record.second.empty()) append_member(json, "second_human", list_json(record.second));
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
        // A part that is null is an object without members.
        const auto& blind     = object_of(answer, "blind");
        const auto& not_blind = object_of(answer, "not_blind");
        if (const auto& verdict = object_of(answer, "verdict"); !verdict.empty())
            result.sections.push_back(
                {.heading  = "Can the suggestions be relied on?",
                 .markdown = verdict_text(verdict) + (not_blind.empty() ? "" : "\n\n" + not_blind_text(not_blind))});
        if (const auto& people = object_of(blind.empty() ? answer : blind, "people"); !people.empty())
            result.sections.push_back({.heading = "Two people and the model", .content = people_table(people)});
        if (const auto text = threshold_text(object_of(blind, "overall")); !text.empty())
            result.sections.push_back({.heading = "Confidence to accept", .markdown = text});
        if (const auto& levels = list_of(answer, "levels");
            !levels.empty() && !list_of(object_of(levels.back()), "confusions").empty())
            result.sections.push_back(
                {.heading = "Most frequent differences",
                 .content =
                     object_table("confusions", list_of(object_of(levels.back()), "confusions"),
                                  {code_column("human", "People chose"), code_column("suggested", "Suggested instead"),
                                   number_column({"records", "Records"}, "record_count")})});
        return result;
    }

    std::vector<std::string>           human_, suggested_, second_, by_, by_names_;
    std::string                        confidence_, id_, precision_, blind_;
    bool                               not_blind_ = false;
    record_options                     records_;
    session_options                    session_;
    std::map<std::string, std::size_t> positions_;
    std::vector<coded_record>          records_of_file_;
};

} // namespace

std::unique_ptr<command> make_agree() { return std::make_unique<agree>(); }

} // namespace verbatim::cli::commands
