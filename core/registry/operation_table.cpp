#include "registry/operation_table.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <utility>

namespace verbatim::core::registry {

namespace {

bool is_word(std::string_view name)
{
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return sdk::ascii::is_lower(c) || sdk::ascii::is_digit(c) || c == '_';
    });
}

bool is_path(std::string_view path)
{
    const auto is_allowed = [](char c) {
        return sdk::ascii::is_alphanumeric(c) || std::string_view{"-._~/"}.find(c) != std::string_view::npos;
    };
    return path.size() > 1 && path.front() == '/' && path.back() != '/' && path.find("//") == path.npos &&
           std::ranges::all_of(path, is_allowed);
}

bool is_token(std::string_view name)
{
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return sdk::ascii::is_alphanumeric(c) || std::string_view{"!#$%&'*+-.^_`|~"}.find(c) != std::string_view::npos;
    });
}

bool has_control_characters(std::string_view text)
{
    return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

/// Headers that the host writes, or that determine where a message ends.
bool is_reserved(std::string_view header)
{
    static constexpr std::string_view reserved[]{"connection",        "content-length", "content-type", "date",
                                                 "keep-alive",        "server",         "set-cookie",   "trailer",
                                                 "transfer-encoding", "upgrade",        "x-key-access", "x-request-id"};
    return std::ranges::any_of(reserved,
                               [&](std::string_view name) { return sdk::ascii::equals_ignoring_case(name, header); });
}

std::string quoted(std::string_view text) { return "'" + std::string{text} + "'"; }

void check_success(const sdk::descriptor& descriptor, std::vector<std::string>& problems)
{
    const int status = descriptor.success_status;
    if (status < 200 || status > 299 || status == 204 || status == 205)
        problems.push_back("its success status is " + std::to_string(status) +
                           "; use 200 to 299, but not 204 or 205, which have no body");
    for (const auto& [name, value] : descriptor.headers)
    {
        if (!is_token(name))
            problems.push_back("its header " + quoted(name) +
                               " has a name that is no HTTP token; use letters, digits and '-'");
        else if (is_reserved(name))
            problems.push_back("its header " + quoted(name) + " is written by the server; leave it out");
        if (has_control_characters(value))
            problems.push_back("its header " + quoted(name) + " has a value with control characters; leave them out");
    }
}

/// The error codes of the host, by their names in responses.
bool is_host_code(std::string_view code)
{
    for (auto known = 0; known <= static_cast<int>(sdk::last_errc); ++known)
        if (sdk::to_string(static_cast<sdk::errc>(known)) == code) return true;
    return false;
}

void check_errors(const sdk::descriptor& descriptor, std::vector<std::string>& problems)
{
    std::vector<std::string_view> codes;
    for (const auto& error : descriptor.errors)
    {
        const auto* own = std::get_if<sdk::declared_error>(&error);
        if (!own) continue;
        const auto name = "its error " + quoted(own->code);
        if (!is_word(own->code)) problems.push_back(name + " must have a code of a-z, 0-9 and _");
        else if (is_host_code(own->code)) problems.push_back(name + " has a code of the server; name it as sdk::errc");
        if (std::ranges::count(codes, own->code.view()) != 0)
            problems.push_back(name + " is declared twice; remove one");
        if (own->status < 400 || own->status > 599)
            problems.push_back(name + " has the status " + std::to_string(own->status) + "; use 400 to 599");
        if (own->message.view().empty() || has_control_characters(own->message))
            problems.push_back(name + " must have a message without control characters");
        codes.push_back(own->code);
    }
}

/// A model call does not start with less time left: docs/reference/provider.md#deadlines-and-attempts
constexpr std::chrono::seconds min_model_deadline{10};

/// Of OPERATION_DEADLINE_SECONDS: a day. Jobs have a deadline of their own.
constexpr std::int64_t max_deadline = 86'400;

/// Of OPERATION_OUTPUT_TOKENS, as of LLM_MAX_OUTPUT_TOKENS.
constexpr std::int64_t max_output_tokens = 1'000'000;

/// The problems of a descriptor on its own.
std::vector<std::string> descriptor_problems(const sdk::descriptor& descriptor)
{
    std::vector<std::string> problems;
    if (!is_word(descriptor.name)) problems.emplace_back("its name must be a word of a-z, 0-9 and _");
    if (descriptor.verb != "GET" && descriptor.verb != "POST") problems.emplace_back("its verb must be GET or POST");
    if (!is_path(descriptor.path))
        problems.emplace_back("its path must start with '/', end without one and need no escapes");
    if (descriptor.summary.empty()) problems.emplace_back("its summary is missing");
    if (descriptor.tag.empty()) problems.emplace_back("its tag is missing");
    if (descriptor.deadline.count() <= 0) problems.emplace_back("its deadline must be a second or more");
    if (!descriptor.usage_label.empty() && descriptor.deadline < min_model_deadline)
        problems.push_back("its deadline of " + std::to_string(descriptor.deadline.count()) +
                           " s is too short to call a model; use at least " +
                           std::to_string(min_model_deadline.count()) + " s, or leave out its usage label");
    check_success(descriptor, problems);
    check_errors(descriptor, problems);
    for (const auto* type : {&descriptor.request, &descriptor.response})
    {
        try
        {
            type->schema();
        }
        catch (const std::exception& mistake)
        {
            problems.emplace_back(mistake.what());
        }
        catch (...)
        {
            problems.emplace_back("its declaration throws what is no std::exception");
        }
    }
    return problems;
}

} // namespace

void operation_table::reserve(std::string path) { reserved_.push_back(std::move(path)); }

void operation_table::reserve_name(std::string_view name) { reserved_names_.emplace(name); }

std::vector<std::string> operation_table::add(const std::string& plugin, std::unique_ptr<sdk::operation> operation,
                                              std::uint32_t sdk_version)
{
    if (!operation) return {"it adds an operation that is null"};
    const auto descriptor = operation->definition();
    const auto name       = descriptor.name.empty() ? std::string{"an operation without a name"}
                                                    : "operation " + std::string{descriptor.name};

    auto problems = descriptor_problems(descriptor);
    for (auto& problem : problems) problem = name + ": " + problem;

    const auto endpoint = std::string{descriptor.verb} + ' ' + std::string{descriptor.path};
    if (std::ranges::find(reserved_, descriptor.path) != reserved_.end())
        problems.push_back(name + ": " + std::string{descriptor.path} + " is the server's own; choose another path");
    if (reserved_names_.contains(std::string{descriptor.name}))
        problems.push_back(name + ": this name is the server's own; choose another name");
    if (const auto* other = find(descriptor.verb, descriptor.path))
        problems.push_back(name + ": " + endpoint + " is already served by plugin " + other->plugin +
                           "; enable only one of them or change a path");
    const auto same_name = std::ranges::find(operations_, descriptor.name,
                                             [](const registered_operation& other) { return other.descriptor.name; });
    if (same_name != operations_.end() && same_name->descriptor.path != descriptor.path)
        problems.push_back(name + ": plugin " + same_name->plugin + " already has an operation of that name");

    if (problems.empty()) operations_.push_back({plugin, descriptor, std::move(operation), sdk_version});
    return problems;
}

std::vector<sdk::descriptor> operation_table::descriptors() const
{
    std::vector<sdk::descriptor> descriptors;
    for (const auto& entry : operations_) descriptors.push_back(entry.descriptor);
    return descriptors;
}

std::set<std::string_view> operation_table::names_of_earlier_sdks() const
{
    std::set<std::string_view> names;
    for (const auto& entry : operations_)
        if (entry.sdk_version < sdk::sdk_version) names.insert(entry.descriptor.name);
    return names;
}

registered_operation* operation_table::find_by_name(std::string_view name) noexcept
{
    const auto it = std::ranges::find_if(operations_, [&](const auto& entry) { return entry.descriptor.name == name; });
    return it != operations_.end() ? &*it : nullptr;
}

core::settings::setting_problems operation_table::apply(const settings& config)
{
    core::settings::setting_problems problems;
    using target     = void (*)(sdk::descriptor&, std::int64_t);
    const auto apply = [&](const char* setting, const boost::json::object& values, std::int64_t least,
                           std::int64_t most, target set) {
        for (const auto& [name, value] : values)
        {
            const auto place = std::string{setting} + '.' + std::string{name};
            auto*      entry = find_by_name(name);
            if (!entry && !skipped_.empty()) continue;
            if (!entry)
                problems.push_back(
                    {place, "names no operation", "use a name such as summarize, of a plugin that is loaded"});
            else if (!value.is_int64() || value.get_int64() < least || value.get_int64() > most)
                problems.push_back(
                    {place, "must be an integer from " + std::to_string(least) + " to " + std::to_string(most)});
            else set(entry->descriptor, value.get_int64());
        }
    };
    apply("OPERATION_DEADLINE_SECONDS", config.deadlines, min_model_deadline.count(), max_deadline,
          [](sdk::descriptor& changed, std::int64_t value) { changed.deadline = std::chrono::seconds{value}; });
    apply("OPERATION_OUTPUT_TOKENS", config.output_tokens, 1, max_output_tokens,
          [](sdk::descriptor& changed, std::int64_t value) {
              changed.max_output_tokens = static_cast<std::size_t>(value);
          });
    return problems;
}

void operation_table::remove_last(const std::string& plugin)
{
    while (!operations_.empty() && operations_.back().plugin == plugin) operations_.pop_back();
    counters_.withdraw(plugin);
}

void operation_table::skip(skipped_plugin plugin)
{
    std::erase_if(plugin.routes, [&](const route& listed) {
        return (listed.verb != "GET" && listed.verb != "POST") || !is_path(listed.path) ||
               std::ranges::count(reserved_, listed.path) != 0 || find(listed.verb, listed.path) != nullptr;
    });
    skipped_.push_back(std::move(plugin));
}

const registered_operation* operation_table::find(std::string_view verb, std::string_view path) const noexcept
{
    const auto it = std::ranges::find_if(operations_, [&](const registered_operation& entry) {
        return entry.descriptor.verb == verb && entry.descriptor.path == path;
    });
    return it != operations_.end() ? &*it : nullptr;
}

} // namespace verbatim::core::registry
