#include "cli/commands/command.hpp"
#include "cli/commands/object_table.hpp"
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
    std::snprintf(text, sizeof text, "%.1f s", number_of(block, "elapsed/avg") / 1000);
    return text;
}

json::object row_of(const std::string& tenant, const std::string& operation, json::object block)
{
    block["tenant"]    = tenant;
    block["operation"] = operation;
    return block;
}

output::result_table usage_table(const json::array& rows, bool with_tenants)
{
    const auto cost = [](const json::object& block) { return output::dollars(number_of(block, "total_cost_usd")); };
    return object_table("usage", rows,
                        {text_column({"tenant", with_tenants ? "Tenant" : ""}),
                         text_column({"operation", "Operation"}),
                         count_column({"requests", "Requests"}, "total_calls"),
                         count_column({"failed", "Failed"}, "failed_calls"),
                         count_column({"model_calls", "Calls"}, "llm_call_stats/total_calls"),
                         count_column({"input_tokens", "Tokens in"}, "input_tokens/total"),
                         count_column({"output_tokens", "Tokens out"}, "output_tokens/total"),
                         {{"", "Mean time", true}, seconds_text},
                         number_column({"cost_usd", "Cost"}, "total_cost_usd", cost),
                         number_column({"unpriced"}, "unpriced_calls")});
}

/// The cost, with a mark if it leaves out unpriced calls.
std::string cost_text(const json::object& model)
{
    const auto cost = number_of(model, "total_cost_usd");
    if (number_of(model, "unpriced_calls") == 0) return output::dollars(cost);
    return cost == 0 ? "unpriced" : output::dollars(cost) + " + unpriced";
}

output::result_table model_table(const json::array& models)
{
    const auto name = [](const json::object& model) {
        const auto text = text_of(model, "model");
        return text.empty() ? "all others" : text;
    };
    return object_table("models", models,
                        {text_column({"model", "Model"}, "model", name),
                         count_column({"model_calls", "Calls"}, "total_calls"),
                         count_column({"failed", "Failed"}, "failed_calls"),
                         count_column({"input_tokens", "Tokens in"}, "input_tokens"),
                         count_column({"cached_tokens", "Cached"}, "cached_tokens"),
                         count_column({"output_tokens", "Tokens out"}, "output_tokens"),
                         number_column({"cost_usd", "Cost"}, "total_cost_usd", cost_text),
                         number_column({"unpriced"}, "unpriced_calls")});
}

void add_tenant(const json::object& tenant, json::array& rows)
{
    const auto name = text_of(tenant, "tenant_id");
    for (const auto& operation : list_of(tenant, "operations"))
        rows.push_back(row_of(name, text_of(object_of(operation), "operation"), object_of(operation)));
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
        json::array    rows;
        for (const auto& tenant : list_of(answer, "tenants")) add_tenant(object_of(tenant), rows);
        if (!all_) add_tenant(answer, rows);
        rows.push_back(row_of("", "total", all_ ? object_of(answer, "total") : answer));
        result.sections.push_back({.heading = "", .content = usage_table(rows, all_)});
        result.sections.push_back({.heading = "Models", .content = model_table(list_of(answer, "models"))});
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
