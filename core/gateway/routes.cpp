#include "gateway/routes.hpp"

#include <utility>

namespace verbatim::core::gateway {

void routes::add(http::page one)
{
    auto& there = paths_[one.path];
    there.host  = std::make_unique<http::page>(std::move(one));
}

void routes::add(const sdk::descriptor& about, sdk::operation& one)
{
    paths_[std::string{about.path}].operations.emplace(about.verb, endpoint{&one, about});
}

routes::match routes::find(std::string_view method, std::string_view path) const
{
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    const auto found = paths_.find(path);
    if (found == paths_.end()) return {};

    const auto& [host, operations] = found->second;
    match answer;
    answer.path_known = true;
    if (const auto by_verb = operations.find(method); by_verb != operations.end()) answer.operation = &by_verb->second;
    else if (host && (method == "GET" || (method == "HEAD" && host->answers_head))) answer.host = host.get();
    else
    {
        if (host) answer.allowed = host->answers_head ? "GET, HEAD" : "GET";
        for (const auto& [verb, unused] : operations) answer.allowed += (answer.allowed.empty() ? "" : ", ") + verb;
    }
    return answer;
}

} // namespace verbatim::core::gateway
