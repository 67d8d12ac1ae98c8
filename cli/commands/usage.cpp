#include "cli/commands/command.hpp"
#include "cli/commands/session.hpp"
#include "cli/input/reader.hpp"
#include "cli/json_access.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

/// A day becomes its beginning in UTC; a moment stays as it is, for the server to read.
std::string moment(const std::string& option, const std::string& text)
{
    input::reader reader;
    if (!reader.is_date(text))
        throw failure{exit_status::usage,
                      option + ": use a day or a moment, such as 2026-04-01 or 2026-04-01T08:00:00Z"};
    if (text.size() > 10) return text;
    if (const auto day = reader.certain_day(text)) return *day + "T00:00:00Z";
    throw failure{exit_status::usage, option + ": day and month can be exchanged. Use YYYY-MM-DD"};
}

std::string seconds_text(const json::object& block)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", number_of(object_of(block, "elapsed"), "avg") / 1000);
    return text;
}

void add_block(const std::string& tenant, const std::string& operation, const json::object& block,
               output::result_table& content)
{
    const auto tokens = [&](const char* kind) { return number_of(object_of(block, kind), "total"); };
    content.rows.add_row({tenant, operation, count_text(block, "total_calls"), count_text(block, "failed_calls"),
                          count_text(object_of(block, "llm_call_stats"), "total_calls"),
                          count_text(tokens("input_tokens")), count_text(tokens("output_tokens")), seconds_text(block),
                          output::dollars(number_of(block, "total_cost_usd")), number_text(block, "total_calls"),
                          number_text(block, "failed_calls"),
                          number_text(object_of(block, "llm_call_stats"), "total_calls"),
                          number_text(tokens("input_tokens")), number_text(tokens("output_tokens")),
                          number_text(block, "total_cost_usd"), number_text(block, "unpriced_calls")});
}

output::result_table empty_table(bool with_tenants)
{
    return {.name    = "usage",
            .columns = {{"tenant", with_tenants ? "Tenant" : ""},
                        {"operation", "Operation"},
                        {"", "Requests", true},
                        {"", "Failed", true},
                        {"", "Calls", true},
                        {"", "Tokens in", true},
                        {"", "Tokens out", true},
                        {"", "Mean time", true},
                        {"", "Cost", true},
                        {"requests", "", true},
                        {"failed", "", true},
                        {"model_calls", "", true},
                        {"input_tokens", "", true},
                        {"output_tokens", "", true},
                        {"cost_usd", "", true},
                        {"unpriced", "", true}},
            .rows    = {}};
}

/// The cost, with a mark if it leaves out unpriced calls.
std::string cost_text(const json::object& model)
{
    const auto cost = number_of(model, "total_cost_usd");
    if (number_of(model, "unpriced_calls") == 0) return output::dollars(cost);
    return cost == 0 ? "unpriced" : output::dollars(cost) + " + unpriced";
}

void add_model(const json::object& model, output::result_table& content)
{
    const auto name = text_of(model, "model");
    content.rows.add_row(
        {name, name.empty() ? "all others" : name, count_text(model, "total_calls"), count_text(model, "failed_calls"),
         count_text(model, "input_tokens"), count_text(model, "cached_tokens"), count_text(model, "output_tokens"),
         cost_text(model), number_text(model, "total_calls"), number_text(model, "failed_calls"),
         number_text(model, "input_tokens"), number_text(model, "cached_tokens"), number_text(model, "output_tokens"),
         number_text(model, "total_cost_usd"), number_text(model, "unpriced_calls")});
}

output::result_table models_of(const json::object& answer)
{
    output::result_table content{.name    = "models",
                                 .columns = {{"model", ""},
                                             {"", "Model"},
                                             {"", "Calls", true},
                                             {"", "Failed", true},
                                             {"", "Tokens in", true},
                                             {"", "Cached", true},
                                             {"", "Tokens out", true},
                                             {"", "Cost", true},
                                             {"model_calls", "", true},
                                             {"failed", "", true},
                                             {"input_tokens", "", true},
                                             {"cached_tokens", "", true},
                                             {"output_tokens", "", true},
                                             {"cost_usd", "", true},
                                             {"unpriced", "", true}},
                                 .rows    = {}};
    for (const auto& model : list_of(answer, "models")) add_model(object_of(model), content);
    return content;
}

void add_tenant(const json::object& tenant, output::result_table& content)
{
    const auto name = text_of(tenant, "tenant_id");
    for (const auto& operation : list_of(tenant, "operations"))
        add_block(name, text_of(object_of(operation), "operation"), object_of(operation), content);
}

class usage final : public command
{
public:
    const char* name() const override { return "usage"; }
    const char* arguments() const override { return ""; }
    const char* summary() const override { return "show model usage and cost"; }

    void declare(option_list& options) override
    {
        options.group("Report");
        options.add_text("from", "DATE", "from this day or moment on, such as 2026-04-01 or 2026-04-01T08:00:00Z",
                         from_);
        options.add_text("to", "DATE", "before this day or moment", to_);
        options.add_flag("all", "all tenants; needs a superuser key", all_);
        session_.declare_server(options, false);
        session_.declare_output(options, {"usage", "models"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        if (!arguments.empty()) throw failure{exit_status::usage, "usage: takes no file"};
        session        session{session_};
        auto           body   = session.jobs().send({.path = path()});
        const auto     answer = parse_object(body);
        output::result result{.title = "Usage" + range(answer), .json = body};
        auto           content = empty_table(all_);
        for (const auto& tenant : list_of(answer, "tenants")) add_tenant(object_of(tenant), content);
        if (!all_) add_tenant(answer, content);
        add_block("", "total", all_ ? object_of(answer, "total") : answer, content);
        result.sections.push_back({.heading = "", .content = std::move(content)});
        result.sections.push_back({.heading = "Models", .content = models_of(answer)});
        session.write(result);
        return exit_status::success;
    }

private:
    std::string path() const
    {
        std::string path = all_ ? "/v1/usage/all/by-tenant" : "/v1/usage";
        if (!from_.empty()) path += "?from=" + sdk::ascii::percent_encoded(moment("--from", from_));
        if (!to_.empty()) path += (from_.empty() ? "?to=" : "&to=") + sdk::ascii::percent_encoded(moment("--to", to_));
        return path;
    }

    static std::string range(const json::object& answer)
    {
        const auto from = text_of(answer, "from"), to = text_of(answer, "to");
        return (from.empty() ? "" : " from " + from) + (to.empty() ? "" : " to " + to);
    }

    std::string     from_, to_;
    bool            all_ = false;
    session_options session_;
};

} // namespace

std::unique_ptr<command> make_usage() { return std::make_unique<usage>(); }

} // namespace verbatim::cli::commands
