#include "cli/commands/command.hpp"
#include "cli/commands/dry_run.hpp"
#include "cli/commands/record_options.hpp"
#include "cli/commands/record_table.hpp"
#include "cli/json_access.hpp"
#include "cli/plural.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <map>

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

constexpr const char* path      = "/v1/detect-sensitive-bulk";
constexpr std::size_t max_batch = 5'000; ///< records of a request

std::string body_of(const input::record_set& records, const std::vector<std::size_t>& positions)
{
    std::string json = "{\"feedback_records\":[";
    for (const auto position : positions) json.append(json.ends_with('[') ? "" : ",").append(records[position].json);
    return json + "]}";
}

std::string error_of(const json::object& entry) { return text_of(object_of(entry, "error"), "code"); }

/// As in the response about a record that was not checked.
json::object failed_entry(const std::string& id, const std::string& code)
{
    return {{"id", id},
            {"is_sensitive", nullptr},
            {"explanation", ""},
            {"sensitivity_types", json::array{}},
            {"error", {{"code", code}}}};
}

/// `true` or `false`; empty for a record that was not checked.
std::string flag_of(const json::object& entry)
{
    const auto* flag = entry.if_contains("is_sensitive");
    return !flag || !flag->is_bool() ? "" : flag->get_bool() ? "true" : "false";
}

std::string types_of(const json::object& entry)
{
    std::string types;
    for (const auto& type : list_of(entry, "sensitivity_types"))
        if (type.is_string()) types += (types.empty() ? "" : "; ") + std::string{type.get_string().c_str()};
    return types;
}

/// `SEXUAL_ABUSE` as `sexual abuse`.
std::string words_of(std::string types)
{
    for (char& c : types) c = c == '_' ? ' ' : sdk::ascii::to_lower(c);
    return types;
}

/// The findings of all rows for CSV, and the sensitive records for people.
class finding_tables
{
public:
    explicit finding_tables(const input::record_set& records)
        : records_{records}
        , rows_{records, {"is_sensitive", "sensitivity_types", "sensitive_explanation", "sensitive_error"}}
    {}

    void add_without_text(std::size_t row) { rows_.add(row, nullptr, {"", "", "", ""}); }

    void add(const input::record& record, const json::object& entry)
    {
        const auto flag = flag_of(entry), types = types_of(entry), explanation = text_of(entry, "explanation");
        rows_.add(record.row, &record, {flag, types, explanation, error_of(entry)});
        if (flag != "true") return;
        sensitive_.rows.add_row({record.id, types, explanation});
        list_ += "- **" + output::markdown_escaped(record.id) + "**: " + output::markdown_escaped(words_of(types)) +
                 ". " + output::markdown_escaped(explanation) + "\n";
    }

    void add_sections(output::result& result) &&
    {
        const auto count = sensitive_.rows.row_count();
        const auto text  = count_text(static_cast<double>(count)) + " of " +
                          plural(count_text(static_cast<double>(records_.size())), "record") +
                          ". A person decides.\n\n";
        result.sections.push_back({.heading = "", .content = std::move(rows_).take()});
        result.sections.push_back({.heading = "", .markdown = text + list_});
        result.sections.push_back({.heading = "", .content = std::move(sensitive_)});
    }

private:
    const input::record_set& records_;
    record_table             rows_;
    std::string              list_; ///< for people
    output::result_table     sensitive_{
            .name = "sensitive", .columns = {{"record_id"}, {"sensitivity_types"}, {"explanation"}}, .rows = {}};
};

class sensitive final : public command
{
public:
    const char* name() const override { return "sensitive"; }
    const char* arguments() const override { return "FILE"; }
    const char* summary() const override { return "find records that need confidential handling"; }

    void declare(option_list& options) override
    {
        options.add("parallel", "NUMBER", "", [](const std::string&) {
            throw failure{exit_status::usage, "--parallel: leave it out; a request has up to 5,000 records, and the "
                                              "server decides how many it reads at a time"};
        });
        records_.declare_columns(options);
        records_.declare_reading(options);
        session_.declare_server(options, true);
        session_.declare_run(options);
        session_.declare_output(options, {"records", "sensitive"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        session    session{session_};
        const auto records = records_.read(arguments, session.progress());
        if (session_.dry_run) require_dry_run(session);
        entries_.resize(records.size());
        for (std::size_t first = 0; first < records.size(); first += max_batch)
        {
            note_batch(session.progress(), records, first, max_batch);
            run_batch(session, records, first);
        }
        if (session_.dry_run) write_expected_use(session, estimates_, json_shape::array);
        else session.write(make_result(records));
        return report_failures(session.progress());
    }

private:
    /// Leaves out the records that the server refuses, until it accepts the others.
    void run_batch(session& session, const input::record_set& records, std::size_t first)
    {
        std::vector<std::size_t> positions;
        for (auto n = first; n != std::min(first + max_batch, records.size()); ++n) positions.push_back(n);
        while (!positions.empty())
        {
            try
            {
                return send(session, body_of(records, positions), positions);
            }
            catch (const server::error_response& error)
            {
                if (error.code == "not_found")
                    throw failure{exit_status::failed, "this server has no " + std::string{path} +
                                                           "; the command needs a later version of it"};
                if (error.status != 422 || error.code.empty()) throw;
                refuse(error, records, positions);
            }
        }
    }

    void send(session& session, const std::string& body, const std::vector<std::size_t>& positions)
    {
        if (session_.dry_run)
        {
            estimates_.push_back(session.jobs().send({.method = "POST", .path = path, .body = with_dry_run(body)}));
            return;
        }
        const auto  response = parse_object(session.run(path, body));
        const auto& entries  = list_of(response, "records");
        for (std::size_t n = 0; n != positions.size(); ++n) // an entry belongs to a record by its position
        {
            auto& entry = entries_[positions[n]];
            if (entries.size() == positions.size()) entry = object_of(entries[n]);
            if (flag_of(entry).empty() && error_of(entry).empty())
                throw failure{exit_status::failed, "the server sent no finding for some of the records"};
        }
    }

    /// Marks the records that the error names, or all if it names none. `positions` keeps the others.
    void refuse(const server::error_response& error, const input::record_set& records,
                std::vector<std::size_t>& positions)
    {
        const auto               named = named_records(error, 0, positions.size());
        std::vector<std::size_t> others;
        for (std::size_t n = 0; n != positions.size(); ++n)
            if (!named.empty() && std::ranges::find(named, n) == named.end()) others.push_back(positions[n]);
            else entries_[positions[n]] = failed_entry(records[positions[n]].id, error.code);
        positions = std::move(others);
    }

    output::result make_result(const input::record_set& records) const
    {
        output::result result{.title = "Records that need confidential handling", .sections = {}, .json = "["};
        finding_tables tables{records};
        records.for_each_row([&](std::size_t row, const input::record* record, std::size_t position) {
            if (record) tables.add(*record, entries_[position]);
            else tables.add_without_text(row);
        });
        std::move(tables).add_sections(result);
        for (const auto& entry : entries_) result.json += (result.json == "[" ? "" : ",") + json::serialize(entry);
        result.json += "]";
        return result;
    }

    /// `3 records could not be read: prompt_injection_detected (2), llm_error (1)`.
    exit_status report_failures(output::progress& progress) const
    {
        std::map<std::string, std::size_t> counts;
        std::size_t                        failed = 0;
        for (const auto& entry : entries_)
            if (const auto error = error_of(entry); !error.empty()) ++counts[error], ++failed;
        if (failed == 0) return exit_status::success;
        std::string text;
        for (const auto& [error, count] : counts)
            text += (text.empty() ? ": " : ", ") + error + " (" + std::to_string(count) + ")";
        progress.note(plural(std::to_string(failed), "record") + " could not be read" + text);
        return exit_status::incomplete;
    }

    record_options            records_;
    session_options           session_;
    std::vector<json::object> entries_;   ///< of all records, as in the response
    std::vector<std::string>  estimates_; ///< answers to dry runs
};

} // namespace

std::unique_ptr<command> make_sensitive() { return std::make_unique<sensitive>(); }

} // namespace verbatim::cli::commands
