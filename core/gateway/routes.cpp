#include "gateway/routes.hpp"

#include <utility>

namespace verbatim::core::gateway {

namespace {

/// What belongs to a page is counted with it: /docs for /docs/viewer.css.
std::string page_of(const std::string& path)
{
    const bool api = path.starts_with("/v1/");
    return api ? path : path.substr(0, path.find('/', 1));
}

} // namespace

void routes::add(http::page one)
{
    auto& there   = paths_[one.path];
    there.counted = counted_as(page_of(one.path));
    there.host    = std::make_unique<http::page>(std::move(one));
}

void routes::add(const sdk::descriptor& about, sdk::operation& one)
{
    auto& there   = paths_[std::string{about.path}];
    there.counted = counted_as(std::string{about.path});
    there.operations.emplace(about.verb, endpoint{&one, about});
}

routes::match routes::find(std::string_view method, std::string_view path) const
{
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    const auto found = paths_.find(path);
    match      answer;
    answer.counted = unknown_.get();
    if (found == paths_.end()) return answer;

    const auto& [counted, host, operations] = found->second;
    answer.path_known                       = true;
    answer.counted                          = counted;
    if (const auto by_verb = operations.find(method); by_verb != operations.end()) answer.operation = &by_verb->second;
    else if (host && (method == "GET" || (method == "HEAD" && host->answers_head))) answer.host = host.get();
    else
    {
        if (host) answer.allowed = host->answers_head ? "GET, HEAD" : "GET";
        for (const auto& [verb, unused] : operations) answer.allowed += (answer.allowed.empty() ? "" : ", ") + verb;
    }
    return answer;
}

std::vector<route_figures::reading> routes::figures() const
{
    std::vector<route_figures::reading> all;
    for (const auto& [route, counted] : figures_) all.push_back(counted->read());
    all.push_back(unknown_->read());
    all.push_back(refused_->read());
    return all;
}

route_figures* routes::counted_as(std::string route)
{
    auto& there = figures_[route];
    if (!there) there = std::make_unique<route_figures>(std::move(route));
    return there.get();
}

} // namespace verbatim::core::gateway
