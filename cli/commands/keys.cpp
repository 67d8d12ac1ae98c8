#include "cli/commands/command.hpp"
#include "cli/commands/object_table.hpp"
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

/// A moment in UTC, which is `2026-11-23 01:03` for people.
object_column moment_column(const char* member, const char* title)
{
    return text_column({member, title}, member, [member](const json::object& key) {
        auto text = text_of(key, member).substr(0, 16);
        if (text.size() == 16) text[10] = ' ';
        return text;
    });
}

output::result_table key_table(const json::array& keys)
{
    const auto superuser = [](const json::object& key) { return is_true(key, "is_superuser") ? "yes" : "no"; };
    return object_table("keys", keys,
                        {text_column({"key_id", "Key id", false, true}),
                         text_column({"key_name", "Name"}),
                         text_column({"tenant_id", "Tenant"}),
                         {{"is_superuser", "Superuser"}, superuser},
                         text_column({"origin", "From"}),
                         moment_column("created_at", "Created"),
                         moment_column("expires_at", "Expires"),
                         moment_column("last_used_at", "Last used")});
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
        const auto     answer = session.jobs().send({.method = "POST", .path = path, .body = body});
        output::result result{.title = "", .json = answer, .is_secret = true};
        result.sections.push_back(
            {.heading = "",
             .content = object_table("key", {parse_object(answer)},
                                     {text_column({"key_id", "Key id", false, true}),
                                      text_column({"api_key", "Key; it is shown only now", false, true})})});
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
