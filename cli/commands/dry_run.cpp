#include "cli/commands/dry_run.hpp"

#include "cli/failure.hpp"
#include "cli/json_access.hpp"
#include "cli/output/progress.hpp"

#include <string>
#include <utility>
#include <vector>

namespace verbatim::cli::commands {

namespace {

/// The sums of several requests; a cost that one of them does not know is not known.
struct expected_use
{
    double calls = 0, input_tokens = 0, output_tokens = 0, cost = 0;
    bool   has_cost = true;

    void add(const boost::json::object& use)
    {
        calls += number_of(use, "calls");
        input_tokens += number_of(use, "input_tokens");
        output_tokens += number_of(use, "output_tokens");
        cost += number_of(use, "cost_usd");
        has_cost = has_cost && has_number(use, "cost_usd");
    }
    std::string cost_text() const { return has_cost ? output::dollars(cost) : "unknown"; }
};

output::result_table use_table(const expected_use& expected, const expected_use& highest)
{
    output::result_table content{.name    = "use",
                                 .columns = {{"estimate", "Estimate"},
                                             {"", "Calls", true},
                                             {"", "Input tokens", true},
                                             {"", "Output tokens", true},
                                             {"", "Cost", true},
                                             {"calls", "", true},
                                             {"input_tokens", "", true},
                                             {"output_tokens", "", true},
                                             {"cost_usd", "", true}}};
    for (const auto& [name, use] : {std::pair{"expected", expected}, std::pair{"at most", highest}})
        content.rows.add_row({name, count_text(use.calls), count_text(use.input_tokens), count_text(use.output_tokens),
                              use.cost_text(), number_text(use.calls), number_text(use.input_tokens),
                              number_text(use.output_tokens), use.has_cost ? number_text(use.cost) : ""});
    return content;
}

std::string budget_text(const boost::json::object& budget, const expected_use& expected, const expected_use& highest)
{
    if (!has_number(budget, "left_usd")) return {};
    const auto left = number_of(budget, "left_usd");
    if (!expected.has_cost) return "Left in the budget: " + output::dollars(left) + ".";
    const char* fits = left >= highest.cost    ? "It covers the highest cost."
                       : left >= expected.cost ? "It covers the expected cost, but not the highest."
                                               : "It does not cover the expected cost.";
    return "Left in the budget: " + output::dollars(left) + ". " + fits;
}

/// Empty if no record is left for the request.
std::string estimate(session& session, input::record_set& records, const record_options& options,
                     const std::string& path, std::size_t first,
                     const std::function<std::string(std::size_t)>& make_body)
{
    const auto send = [&] {
        return session.jobs().send({.method = "POST", .path = path, .body = with_dry_run(make_body(first))});
    };
    return send_records(records, options, session.progress(), send, first);
}

} // namespace

void require_dry_run(session& session)
{
    const auto document = session.get("/openapi.json");
    if (!object_of(object_of(document, "components"), "schemas").contains("DryRun"))
        throw failure{exit_status::failed, "--dry-run: this server cannot foresee calls. Nothing was sent to a model"};
}

std::string with_dry_run(const std::string& body) { return "{\"dry_run\":true," + body.substr(1); }

void write_expected_use(session& session, const std::vector<std::string>& answers, json_shape shape)
{
    expected_use        expected, highest;
    boost::json::object last;
    std::string         json;
    for (const auto& answer : answers)
    {
        last = parse_object(answer);
        if (!last.contains("dry_run"))
            throw failure{exit_status::failed, "--dry-run: the server did not answer with an estimate"};
        expected.add(object_of(last, "expected"));
        highest.add(object_of(last, "highest"));
        json += (json.empty() ? "" : ",") + answer;
    }
    output::result result{.title = "Expected use; no model was called",
                          .json  = shape == json_shape::response ? json : "[" + json + "]"};
    result.sections.push_back({.heading = "", .content = use_table(expected, highest)});
    if (const auto text = budget_text(object_of(last, "budget"), expected, highest); !text.empty())
        result.sections.push_back({.heading = "", .markdown = text});
    session.write(result);
}

void dry_run(session& session, input::record_set& records, const record_options& options, const std::string& path,
             std::size_t batch, json_shape shape, const std::function<std::string(std::size_t)>& make_body)
{
    require_dry_run(session);
    std::vector<std::string> answers;
    for (std::size_t first = 0; first < records.size(); first += batch)
    {
        auto answer = estimate(session, records, options, path, first, make_body);
        if (answer.empty()) break;
        answers.push_back(std::move(answer));
    }
    write_expected_use(session, answers, shape);
}

} // namespace verbatim::cli::commands
