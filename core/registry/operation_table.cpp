#include "registry/operation_table.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
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

/// Everything a descriptor can have wrong by itself.
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
    if (descriptor.verb == "POST" && !descriptor.request)
        problems.emplace_back("it declares no request (descriptor::asks)");
    if (!descriptor.response) problems.emplace_back("it declares no answer (descriptor::answers)");
    for (const auto* type : {&descriptor.request, &descriptor.response})
    {
        if (!*type) continue;
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

std::vector<std::string> operation_table::add(const std::string& plugin, std::unique_ptr<sdk::operation> operation)
{
    if (!operation) return {"it adds an operation that is null"};
    const auto descriptor = operation->describe();
    const auto name       = descriptor.name.empty() ? std::string{"an operation without a name"}
                                                    : "operation " + std::string{descriptor.name};

    auto problems = descriptor_problems(descriptor);
    for (auto& problem : problems) problem = name + ": " + problem;

    const auto endpoint = std::string{descriptor.verb} + ' ' + std::string{descriptor.path};
    if (std::ranges::find(reserved_, descriptor.path) != reserved_.end())
        problems.push_back(name + ": " + std::string{descriptor.path} + " is the server's own; choose another path");
    if (const auto* other = find(descriptor.verb, descriptor.path))
        problems.push_back(name + ": " + endpoint + " is already served by plugin " + other->plugin +
                           "; enable only one of them or change a path");
    const auto same_name = std::ranges::find(operations_, descriptor.name,
                                             [](const registered_operation& other) { return other.descriptor.name; });
    if (same_name != operations_.end() && same_name->descriptor.path != descriptor.path)
        problems.push_back(name + ": plugin " + same_name->plugin + " already has an operation of that name");

    if (problems.empty()) operations_.push_back({plugin, descriptor, std::move(operation)});
    return problems;
}

const registered_operation* operation_table::find(std::string_view verb, std::string_view path) const noexcept
{
    const auto it = std::ranges::find_if(operations_, [&](const registered_operation& entry) {
        return entry.descriptor.verb == verb && entry.descriptor.path == path;
    });
    return it != operations_.end() ? &*it : nullptr;
}

} // namespace verbatim::core::registry
