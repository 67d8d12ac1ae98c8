#include "cli/commands/command.hpp"
#include "cli/commands/dry_run.hpp"
#include "cli/commands/json_access.hpp"
#include "cli/commands/record_options.hpp"
#include "cli/commands/record_table.hpp"
#include "cli/plural.hpp"
#include "cli/server/interruption.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>

namespace verbatim::cli::commands {

namespace {

constexpr const char* path      = "/v1/detect-sensitive";
constexpr int         max_tries = 8; ///< of a record whose request fails for a cause that is not the server's load

/// The answers about all records, or why there is none.
struct findings
{
    std::vector<std::string> answers; ///< JSON
    std::vector<std::string> errors;  ///< codes
};

std::string body_of(const input::record_set& records, std::size_t position)
{
    return "{\"feedback_record\":" + records[position].json + "}";
}

/// Sends a request for each record, several at a time. A request that fails for a cause that passes is sent again
/// later. The patience is for the time since the last answer.
class sender
{
public:
    sender(session& session, const input::record_set& records, std::size_t parallel, std::chrono::seconds patience)
        : session_{session}
        , records_{records}
        , parallel_{parallel}
        , patience_{patience}
        , use_keys_{!session.is_dry_run()} // answers of dry runs are not stored
        , bodies_(records.size())
        , tries_(records.size())
        , found_{std::vector<std::string>(records.size()), std::vector<std::string>(records.size())}
    {
        for (std::size_t n = 0; n != records.size(); ++n) waiting_.push_back(n);
    }

    findings send_all()
    {
        while (!waiting_.empty())
        {
            if (server::wait_for_interruption(pause_)) throw server::interrupted{};
            pause_ = {};
            send_waiting();
        }
        return std::move(found_);
    }

private:
    using clock = std::chrono::steady_clock;

    void send_waiting()
    {
        std::vector<std::size_t> sent;
        const auto               next = [&](server::http_request& request, std::size_t) {
            if (waiting_.empty() || pause_.count() != 0) return false;
            const auto position = waiting_.front();
            waiting_.pop_front();
            sent.push_back(position);
            fill(request, position);
            return true;
        };
        session_.client().send_all(parallel_, next, [&](std::size_t number, server::http_response response) {
            take(sent[number], std::move(response));
        });
    }

    void fill(server::http_request& request, std::size_t position)
    {
        auto& body = bodies_[position];
        body       = body_of(records_, position);
        if (session_.is_dry_run()) body = with_dry_run(body);
        request = {.method = "POST", .path = path, .body = body, .timeout = std::chrono::minutes{5}};
        if (use_keys_)
            request.headers = {"Idempotency-Key: " +
                               server::idempotency_key(session_.client().target().key, path, body)};
        ++tries_[position];
    }

    void take(std::size_t position, server::http_response response)
    {
        if (response.status == 200) finish_answered(position, found_.answers[position], response.body);
        else if (response.status == 0) retry(position, response, "unreachable");
        else
        {
            const server::error_response error{response};
            const auto code = error.code.empty() ? "status_" + std::to_string(response.status) : error.code;
            if (response.status == 401 || response.status == 403 || response.status == 404) throw error;
            if (error.code == "too_many_jobs") use_keys_ = false; // no room for answers; the requests need none
            if (response.status == 429 || response.status >= 502 || error.code == "unfinished")
                retry(position, response, code);
            else finish_answered(position, found_.errors[position], code);
        }
    }

    void finish_answered(std::size_t position, std::string& target, const std::string& text)
    {
        answered_at_ = clock::now();
        finish(position, target, text);
    }

    void finish(std::size_t position, std::string& target, const std::string& text)
    {
        target            = text;
        bodies_[position] = {};
        ++done_;
        session_.progress().show("reading records", done_, records_.size());
    }

    /// A server that does not answer at all ends the command: the next run finds the answers so far.
    void retry(std::size_t position, const server::http_response& response, const std::string& code)
    {
        const auto pause    = response.retry_after(std::chrono::seconds{1});
        const bool too_long = clock::now() + pause > answered_at_ + patience_;
        const bool is_load  = response.status == 0 || response.status == 429 || response.status == 503;
        if (response.status == 0 && (done_ == 0 || too_long))
            throw failure{exit_status::unreachable, session_.client().target().base_url + ": no server answers there"};
        if (too_long || (!is_load && tries_[position] >= max_tries))
            return finish(position, found_.errors[position], code);
        pause_ = std::max<std::chrono::milliseconds>(pause_, pause);
        waiting_.push_back(position);
    }

    session&                  session_;
    const input::record_set&  records_;
    std::size_t               parallel_;
    std::chrono::seconds      patience_;
    bool                      use_keys_;
    std::deque<std::size_t>   waiting_;
    std::vector<std::string>  bodies_;
    std::vector<int>          tries_;
    findings                  found_;
    std::size_t               done_ = 0;
    std::chrono::milliseconds pause_{0};
    clock::time_point         answered_at_ = clock::now();
};

std::string types_of(const boost::json::object& answer)
{
    std::string types;
    for (const auto& type : list_of(answer, "sensitivity_types"))
        if (type.is_string()) types += (types.empty() ? "" : "; ") + std::string{type.get_string().c_str()};
    return types;
}

/// `SEXUAL_ABUSE` as `sexual abuse`.
std::string words_of(std::string types)
{
    for (char& c : types) c = c == '_' ? ' ' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
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

    void add(const input::record& record, const std::string& answer, const std::string& error)
    {
        const auto finding     = answer.empty() ? boost::json::object{} : parse_object(answer);
        const auto types       = types_of(finding);
        const auto explanation = text_of(finding, "explanation");
        rows_.add(record.row, &record, {answer.empty() ? "" : types.empty() ? "false" : "true", types, explanation, error});
        if (!types.empty())
        {
            sensitive_.rows.add_row({record.id, types, explanation});
            list_ += "- **" + output::markdown_escaped(record.id) +
                     "**: " + output::markdown_escaped(words_of(types)) + ". " + output::markdown_escaped(explanation) +
                     "\n";
        }
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

std::vector<std::string> answers_of(const findings& found)
{
    std::vector<std::string> answers;
    std::ranges::remove_copy(found.answers, std::back_inserter(answers), "");
    return answers;
}

/// `prompt_injection_detected (2), internal_error (1)`.
std::string error_counts(const findings& found)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& error : found.errors)
        if (!error.empty()) ++counts[error];
    std::string text;
    for (const auto& [error, count] : counts)
        text += (text.empty() ? "" : ", ") + error + " (" + std::to_string(count) + ")";
    return text;
}

std::string json_of(const findings& found)
{
    std::string json = "[";
    for (const auto& answer : found.answers)
        if (!answer.empty()) json += (json == "[" ? "" : ",") + answer;
    return json + "]";
}

output::result make_result(const input::record_set& records, const findings& found)
{
    finding_tables tables{records};
    records.for_each_row([&](std::size_t row, const input::record* record, std::size_t position) {
        if (record) tables.add(*record, found.answers[position], found.errors[position]);
        else tables.add_without_text(row);
    });
    output::result result{.title = "Records that need confidential handling", .sections = {}, .json = json_of(found)};
    std::move(tables).add_sections(result);
    return result;
}

class sensitive final : public command
{
public:
    const char* name() const override { return "sensitive"; }
    const char* arguments() const override { return "FILE"; }
    const char* summary() const override { return "find records that need confidential handling"; }

    void declare(option_list& options) override
    {
        options.group("Requests");
        options.add("parallel", "NUMBER", "requests at a time, 1 to 64 (default: 8)", [this](const std::string& text) {
            parallel_ = static_cast<std::size_t>(read_number("--parallel", text, 1, 64));
        });
        records_.declare_columns(options);
        records_.declare_reading(options);
        session_.declare_server(options, true);
        options.add_flag("dry-run", "show the expected calls, tokens and cost, and send nothing to a model",
                         session_.dry_run);
        session_.declare_output(options, {"records", "sensitive"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        session session{session_};
        auto    records = records_.read(arguments, session.progress());
        if (session_.dry_run) require_dry_run(session);
        const auto found = sender{session, records, parallel_, session_.run.patience}.send_all();
        if (session_.dry_run) write_expected_use(session, answers_of(found), json_shape::array);
        else session.write(make_result(records, found));
        return report_failures(session.progress(), found);
    }

private:
    exit_status report_failures(output::progress& progress, const findings& found) const
    {
        const auto failed =
            std::ranges::count_if(found.errors, [](const std::string& error) { return !error.empty(); });
        if (failed == 0) return exit_status::success;
        const auto text = plural(std::to_string(failed), "record") + " could not be read";
        progress.note(
            text + (session_.dry_run ? ": " + error_counts(found) : "; the column sensitive_error names the reasons"));
        return exit_status::incomplete;
    }

    std::size_t     parallel_ = 8;
    record_options  records_;
    session_options session_;
};

} // namespace

std::unique_ptr<command> make_sensitive() { return std::make_unique<sensitive>(); }

} // namespace verbatim::cli::commands
