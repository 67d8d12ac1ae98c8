#include "registry/operation_table.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace verbatim::core::registry {

namespace {

bool is_word(std::string_view name)
{
    return !name.empty() && std::ranges::all_of(name, [](char one) {
        return (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9') || one == '_';
    });
}

bool is_path(std::string_view path)
{
    const auto plain = [](char one) {
        return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') ||
               std::string_view{"-._~/"}.find(one) != std::string_view::npos;
    };
    return path.size() > 1 && path.front() == '/' && path.back() != '/' && path.find("//") == path.npos &&
           std::ranges::all_of(path, plain);
}

/// Everything a descriptor can have wrong by itself.
std::vector<std::string> flaws(const sdk::descriptor& about)
{
    std::vector<std::string> found;
    if (!is_word(about.name)) found.emplace_back("its name must be a word of a-z, 0-9 and _");
    if (about.verb != "GET" && about.verb != "POST") found.emplace_back("its verb must be GET or POST");
    if (!is_path(about.path)) found.emplace_back("its path must start with '/', end without one and need no escapes");
    if (about.summary.empty()) found.emplace_back("its summary is missing");
    if (about.tag.empty()) found.emplace_back("its tag is missing");
    if (about.deadline.count() <= 0) found.emplace_back("its deadline must be a second or more");
    if (about.verb == "POST" && !about.asks) found.emplace_back("it declares no request (descriptor::asks)");
    if (!about.answers) found.emplace_back("it declares no answer (descriptor::answers)");
    for (const auto* one : {&about.asks, &about.answers})
    {
        if (!*one) continue;
        try
        {
            one->declared();
        }
        catch (const std::exception& mistake)
        {
            found.emplace_back(mistake.what());
        }
        catch (...)
        {
            found.emplace_back("its declaration throws what is no std::exception");
        }
    }
    return found;
}

} // namespace

void operation_table::reserve(std::string path) { reserved_.push_back(std::move(path)); }

std::vector<std::string> operation_table::add(const std::string& plugin, std::unique_ptr<sdk::operation> one)
{
    if (!one) return {"it adds an operation that is null"};
    const auto about = one->describe();
    const auto name =
        about.name.empty() ? std::string{"an operation without a name"} : "operation " + std::string{about.name};

    auto sentences = flaws(about);
    for (auto& flaw : sentences) flaw = name + ": " + flaw;

    const auto place = std::string{about.verb} + ' ' + std::string{about.path};
    if (std::ranges::find(reserved_, about.path) != reserved_.end())
        sentences.push_back(name + ": " + std::string{about.path} + " is the server's own; choose another path");
    if (const auto* other = find(about.verb, about.path))
        sentences.push_back(name + ": " + place + " is already served by plugin " + other->plugin +
                            "; enable only one of them or change a path");
    const auto same_name = std::ranges::find(all_, about.name, [](const served& other) { return other.about.name; });
    if (same_name != all_.end() && same_name->about.path != about.path)
        sentences.push_back(name + ": plugin " + same_name->plugin + " already has an operation of that name");

    if (sentences.empty()) all_.push_back({plugin, about, std::move(one)});
    return sentences;
}

const served* operation_table::find(std::string_view verb, std::string_view path) const noexcept
{
    const auto it =
        std::ranges::find_if(all_, [&](const served& one) { return one.about.verb == verb && one.about.path == path; });
    return it != all_.end() ? &*it : nullptr;
}

} // namespace verbatim::core::registry
