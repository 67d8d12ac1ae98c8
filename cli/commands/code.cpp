#include "cli/commands/command.hpp"
#include "cli/commands/dry_run.hpp"
#include "cli/commands/record_options.hpp"
#include "cli/commands/record_table.hpp"
#include "cli/input/reader.hpp"
#include "cli/json_access.hpp"
#include "cli/plural.hpp"

#include <algorithm>
#include <map>

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

constexpr const char* path        = "/v1/assign-codes-bulk";
constexpr std::size_t max_batch   = 5'000; ///< records of a request
constexpr std::size_t shown_codes = 25;

const std::vector<std::string> added_columns{"suggested_level_1_id", "suggested_level_1",     "suggested_level_2_id",
                                             "suggested_level_2",    "suggested_level_3_id",  "suggested_level_3",
                                             "suggested_confidence", "suggested_explanation", "suggested_error"};

std::vector<std::string> cells_of(const json::object& code, const std::string& error)
{
    std::vector<std::string> cells;
    for (const char* level : {"1", "2", "3"})
        for (const char* part : {"_id", "_name"})
            cells.push_back(text_of(code, "coding_level_" + std::string{level} + part));
    cells.push_back(number_text(code, "confidence_aggregate"));
    cells.push_back(text_of(code, "explanation"));
    cells.push_back(error);
    return cells;
}

/// What all batches found.
struct coding
{
    std::size_t                   coded = 0, uncoded = 0, failed = 0;
    std::map<std::string, double> codes;  ///< records by the path of the code
    std::map<std::string, double> errors; ///< records by error code

    void count(const json::object& entry)
    {
        if (const auto error = text_of(object_of(entry, "error"), "code"); !error.empty())
        {
            ++failed, ++errors[error];
            return;
        }
        bool any = false;
        for (const auto& item : list_of(entry, "assigned_codes"))
        {
            const auto name = path_of(object_of(item));
            if (name.empty()) continue;
            any = true;
            ++codes[name];
        }
        ++(any ? coded : uncoded);
    }

    static std::string path_of(const json::object& code)
    {
        std::string names;
        for (const char* member : {"coding_level_1_name", "coding_level_2_name", "coding_level_3_name"})
            if (const auto name = text_of(code, member); !name.empty()) names += (names.empty() ? "" : " > ") + name;
        return names;
    }
};

output::result_table code_counts(const coding& found)
{
    std::vector<std::pair<std::string, double>> sorted{found.codes.begin(), found.codes.end()};
    std::ranges::stable_sort(sorted, std::greater{}, &std::pair<std::string, double>::second);
    output::result_table content{.name    = "codes",
                                 .columns = {{"code", "Code"}, {"records", "Records", true}, {"", " "}}};
    for (const auto& [code, count] : sorted)
        content.rows.add_row({code, number_text(count), output::bar(count, sorted.front().second, 20)});
    return content;
}

std::string counts_text(const coding& found)
{
    std::string text = "- Records with a code: " + count_text(static_cast<double>(found.coded)) +
                       "\n- Records without: " + count_text(static_cast<double>(found.uncoded)) + "\n";
    for (const auto& [error, count] : found.errors)
        text += "- Records that failed with " + error + ": " + count_text(count) + "\n";
    return text + "\nSuggestions; a person confirms them.\n";
}

class code final : public command
{
public:
    const char* name() const override { return "code"; }
    const char* arguments() const override { return "FILE"; }
    const char* summary() const override { return "suggest codes of a coding framework for each record"; }

    void declare(option_list& options) override
    {
        options.group("Coding");
        options.add_text(
            "framework", "FILE",
            "coding framework: JSON, or a row for each code in CSV or a workbook (default: that of the server)",
            framework_);
        options.add("max-codes", "NUMBER", "codes for each record, 1 to 50 (default: 1)",
                    [this](const std::string& text) { max_codes_ = read_number("--max-codes", text, 1, 50); });
        options.add("threshold", "SHARE", "leave out codes below this confidence, 0 to 1",
                    [this](const std::string& text) { threshold_ = read_share("--threshold", text); });
        declare_record_job(options, records_, session_, {"records", "codes"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        if (framework_.empty() && session_.local)
            throw failure{exit_status::usage, "--framework: a file is required with --local"};
        session session{session_};
        if (!framework_.empty()) coding_levels_ = input::reader{}.framework(framework_);
        records_.choice.has_metadata = false; // the operation reads none
        auto records                 = records_.read(arguments, session.progress());
        if (session_.dry_run)
        {
            foresee(session, records);
            return exit_status::success;
        }
        run_batches(session, records);
        session.write(make_result(records));
        if (found_.failed != 0)
            session.progress().note(plural(std::to_string(found_.failed), "record") +
                                    " could not be coded; the column suggested_error names the reasons");
        return found_.failed == 0 ? exit_status::success : exit_status::incomplete;
    }

private:
    std::string body(const input::record_set& records, std::size_t first) const
    {
        std::string json = "{\"max_codes\":" + std::to_string(max_codes_);
        if (!threshold_.empty()) append_member(json, "confidence_threshold", threshold_);
        if (!coding_levels_.empty()) append_member(json, "coding_levels", coding_levels_);
        append_member(json, "feedback_records", "");
        records.append_json_array(first, std::min(max_batch, records.size() - first), json);
        return json + "}";
    }

    void foresee(session& session, input::record_set& records) const
    {
        std::size_t begin = 0; // of the request
        try
        {
            dry_run(session, records, records_, path, max_batch, json_shape::array,
                    [&](std::size_t first) { return body(records, begin = first); });
        }
        catch (const server::error_response& error)
        {
            fail_with(error, records, begin);
        }
    }

    void run_batches(session& session, input::record_set& records)
    {
        answers_ = "[";
        for (std::size_t first = 0; first < records.size(); first += max_batch)
        {
            note_batch(session.progress(), records, first, max_batch);
            run_batch(session, records, first);
        }
        answers_ += "]";
    }

    void run_batch(session& session, input::record_set& records, std::size_t first)
    try
    {
        const auto answer = send_records(
            records, records_, session.progress(), [&] { return session.run(path, body(records, first)); }, first);
        if (answer.empty()) return;
        answers_ += (first == 0 ? "" : ",") + answer;
        const auto  response = parse_object(answer);
        const auto& entries  = list_of(response, "records");
        if (entries.size() != std::min(max_batch, records.size() - first)) // an entry belongs to a row by its position
            throw failure{exit_status::failed, "the server sent no code for some of the records"};
        for (const auto& entry : entries) add(object_of(entry));
    }
    catch (const server::error_response& error)
    {
        fail_with(error, records, first);
    }

    void add(const json::object& entry)
    {
        found_.count(entry);
        const auto                            error = text_of(object_of(entry, "error"), "code");
        std::vector<std::vector<std::string>> rows;
        for (const auto& item : list_of(entry, "assigned_codes")) rows.push_back(cells_of(object_of(item), error));
        if (rows.empty()) rows.push_back(cells_of({}, error));
        codes_.push_back(std::move(rows));
    }

    output::result make_result(const input::record_set& records) const
    {
        output::result result{.title = "Suggested codes", .json = answers_};
        record_table   rows{records, added_columns};
        records.for_each_row([&](std::size_t row, const input::record* record, std::size_t position) {
            if (!record || position >= codes_.size())
                rows.add(row, record, std::vector<std::string>(added_columns.size()));
            else
                for (const auto& cells : codes_[position]) rows.add(row, record, cells);
        });
        result.sections.push_back({.heading = "", .content = std::move(rows).take()});
        add_with_first_rows(result, {.heading = "", .markdown = counts_text(found_), .content = code_counts(found_)},
                            shown_codes);
        return result;
    }

    std::string                                        framework_, threshold_, coding_levels_, answers_;
    long                                               max_codes_ = 1;
    record_options                                     records_;
    session_options                                    session_;
    coding                                             found_;
    std::vector<std::vector<std::vector<std::string>>> codes_; ///< cells of each code of each record
};

} // namespace

std::unique_ptr<command> make_code() { return std::make_unique<code>(); }

} // namespace verbatim::cli::commands
