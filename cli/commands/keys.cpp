#include "cli/commands/command.hpp"
#include "cli/commands/session.hpp"
#include "cli/json_access.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

constexpr const char* path = "/v1/auth/keys";

bool is_true(const json::object& object, const char* member)
{
    const auto* value = object.if_contains(member);
    return value && value->is_bool() && value->get_bool();
}

/// `2026-11-23 01:03` of a moment in UTC.
std::string minute_of(const json::object& key, const char* member)
{
    auto text = text_of(key, member).substr(0, 16);
    if (text.size() == 16) text[10] = ' ';
    return text;
}

output::result_table key_table(const json::array& keys)
{
    output::result_table content{.name    = "keys",
                                 .columns = {{"key_id", "Key id", false, true},
                                             {"key_name", "Name"},
                                             {"tenant_id", "Tenant"},
                                             {"is_superuser", "Superuser"},
                                             {"origin", "From"},
                                             {"", "Created"},
                                             {"", "Expires"},
                                             {"", "Last used"},
                                             {"created_at"},
                                             {"expires_at"},
                                             {"last_used_at"}},
                                 .rows    = {}};
    for (const auto& item : keys)
    {
        const auto& key = object_of(item);
        content.rows.add_row({text_of(key, "key_id"), text_of(key, "key_name"), text_of(key, "tenant_id"),
                              is_true(key, "is_superuser") ? "yes" : "no", text_of(key, "origin"),
                              minute_of(key, "created_at"), minute_of(key, "expires_at"),
                              minute_of(key, "last_used_at"), text_of(key, "created_at"), text_of(key, "expires_at"),
                              text_of(key, "last_used_at")});
    }
    return content;
}

class keys final : public command
{
public:
    const char* name() const override { return "keys"; }
    const char* arguments() const override { return "list | create | remove KEY_ID"; }
    const char* summary() const override { return "list, create and remove API keys; needs a superuser key"; }

    void declare(option_list& options) override
    {
        options.group("Keys");
        options.add_text("name", "NAME", "create: label of the key", key_name_);
        options.add_text("tenant", "TENANT", "create: tenant of the key; list: keys of this tenant only", tenant_);
        options.add_flag("superuser", "create: a key that reads the usage of all tenants and manages keys", superuser_);
        options.add_text("expires", "MOMENT", "create: the key is refused from then on, such as 2027-01-01T00:00:00Z",
                         expires_);
        session_.declare_server(options, false);
        session_.declare_output(options, {});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        const auto action = arguments.empty() ? std::string{} : arguments[0];
        if (action != "list" && action != "create" && action != "remove")
            throw failure{exit_status::usage, "keys: use list, create or remove KEY_ID"};
        if (arguments.size() != (action == "remove" ? 2U : 1U))
            throw failure{exit_status::usage, action == "remove" ? "keys remove: the id of a key is required"
                                                                 : "keys " + action + ": too many arguments"};
        session session{session_};
        session.write(action == "list"     ? list(session)
                      : action == "create" ? create(session)
                                           : remove(session, arguments[1]));
        return exit_status::success;
    }

private:
    output::result list(session& session) const
    {
        const auto body = session.jobs().send(
            {.path =
                 tenant_.empty() ? path : std::string{path} + "?tenant_id=" + sdk::ascii::percent_encoded(tenant_)});
        output::result result{.title = "", .json = body};
        const auto     answer = parse_object(body);
        result.sections.push_back({.heading = "", .content = key_table(list_of(answer, "keys"))});
        return result;
    }

    output::result create(session& session) const
    {
        if (key_name_.empty() || tenant_.empty())
            throw failure{exit_status::usage, "keys create: --name and --tenant are required"};
        std::string body = "{";
        append_text_member(body, "key_name", key_name_);
        append_text_member(body, "tenant_id", tenant_);
        if (superuser_) append_member(body, "is_superuser", "true");
        if (!expires_.empty()) append_text_member(body, "expires_at", expires_);
        body += '}';
        const auto           answer = session.jobs().send({.method = "POST", .path = path, .body = body});
        const auto           key    = parse_object(answer);
        output::result       result{.title = "", .json = answer, .is_secret = true};
        output::result_table content{
            .name    = "key",
            .columns = {{"key_id", "Key id", false, true}, {"api_key", "Key; it is shown only now", false, true}},
            .rows    = {}};
        content.rows.add_row({text_of(key, "key_id"), text_of(key, "api_key")});
        result.sections.push_back({.heading = "", .content = std::move(content)});
        return result;
    }

    output::result remove(session& session, const std::string& key_id) const
    try
    {
        const auto body = session.jobs().send(
            {.method = "DELETE", .path = std::string{path} + "/" + sdk::ascii::percent_encoded(key_id)});
        output::result result{.title = "Removed", .json = body};
        result.sections.push_back({.heading = "", .content = key_table({parse_object(body)})});
        return result;
    }
    catch (const server::error_response& error)
    {
        if (error.status != 404) throw;
        throw failure{exit_status::failed, "keys remove: there is no key " + key_id + "; see verbatim keys list"};
    }

    std::string     key_name_, tenant_, expires_;
    bool            superuser_ = false;
    session_options session_;
};

} // namespace

std::unique_ptr<command> make_keys() { return std::make_unique<keys>(); }

} // namespace verbatim::cli::commands
