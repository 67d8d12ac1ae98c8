#include "gateway/routes.hpp"

#include "gateway/deferral.hpp"
#include "gateway/descriptor_facts.hpp"
#include "gateway/dry_run.hpp"
#include "gateway/possible_errors.hpp"
#include "gateway/provenance.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::gateway {

namespace {

/// Files of a page are counted under the page, for example /docs/viewer.css under /docs.
std::string statistics_label(const std::string& path)
{
    const bool api = path.starts_with("/v1/");
    return api ? path : path.substr(0, path.find('/', 1));
}

/// Whether the member of requests that call models would do nothing in a request of this operation.
bool refuses(const sdk::descriptor& descriptor, std::string_view member)
{
    return calls_no_model(descriptor) && descriptor.request && !has_field(descriptor.request.schema(), member);
}

} // namespace

endpoint::endpoint(const sdk::descriptor& about, const sdk::operation& served, std::string_view served_by)
    : operation{&served}
    , plugin{served_by}
    , descriptor{about}
    , host_errors{core::gateway::host_errors(about)}
    , own_errors{core::gateway::own_errors(about)}
    , is_explainable{core::gateway::is_explainable(about)}
    , has_dry_run{core::gateway::has_dry_run(about)}
    , refuses_explain{refuses(about, "explain")}
    , refuses_dry_run{refuses(about, "dry_run")}
{}

endpoint::endpoint(const sdk::descriptor& about, resource_function function)
    : respond{std::move(function)}
    , descriptor{about}
    , host_errors{core::gateway::host_errors(about)}
    , own_errors{core::gateway::own_errors(about)}
{}

bool endpoint::may_fail_with(const sdk::error& failure) const
{
    if (failure.declared()) return std::ranges::count(own_errors, failure.code_name(), &sdk::declared_error::code) != 0;
    return std::ranges::count(host_errors, failure.code()) != 0;
}

void routes::add(http::static_resource resource)
{
    auto& entry      = paths_[resource.path];
    entry.statistics = statistics_of(statistics_label(resource.path));
    entry.resource   = std::make_unique<http::static_resource>(std::move(resource));
}

void routes::add(const sdk::descriptor& descriptor, const sdk::operation& operation, std::string_view plugin)
{
    entry_of(descriptor).operations.emplace(descriptor.verb, endpoint{descriptor, operation, plugin});
}

void routes::add(const sdk::descriptor& descriptor, resource_function respond)
{
    entry_of(descriptor).operations.emplace(descriptor.verb, endpoint{descriptor, std::move(respond)});
}

void routes::add_unavailable(std::string verb, std::string path)
{
    auto& entry      = paths_[path];
    entry.statistics = statistics_of(std::move(path));
    entry.unavailable.insert(std::move(verb));
}

routes::path_entry& routes::entry_of(const sdk::descriptor& descriptor)
{
    const std::string path{descriptor.path};
    const auto [position, is_new] = paths_.try_emplace(path);
    position->second.statistics   = statistics_of(path);
    const auto open               = path.find('{');
    if (is_new && open != path.npos)
        templates_.push_back({path.substr(0, open), path.substr(path.find('}') + 1), position});
    return position->second;
}

/// Paths without a variable segment take precedence.
routes::path_map::const_iterator routes::find_path(std::string_view path, std::string_view& id) const
{
    if (const auto position = paths_.find(path); position != paths_.end()) return position;
    for (const auto& [prefix, suffix, entry] : templates_)
    {
        if (path.size() <= prefix.size() + suffix.size() || !path.starts_with(prefix) || !path.ends_with(suffix))
            continue;
        id = path.substr(prefix.size(), path.size() - prefix.size() - suffix.size());
        if (id.find('/') == id.npos) return entry;
    }
    return paths_.end();
}

routes::match routes::find(std::string_view method, std::string_view path) const
{
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    match      result;
    const auto position = find_path(path, result.id);
    result.statistics   = unknown_.get();
    if (position == paths_.end()) return result;

    const auto& [statistics, resource, operations, unavailable] = position->second;
    result.path_known                                           = true;
    result.statistics                                           = statistics;
    if (const auto by_verb = operations.find(method); by_verb != operations.end()) result.operation = &by_verb->second;
    else if (resource && (method == "GET" || (method == "HEAD" && resource->allows_head)))
        result.resource = resource.get();
    else if (unavailable.contains(method)) result.is_unavailable = true;
    else
    {
        if (resource) result.allowed = resource->allows_head ? "GET, HEAD" : "GET";
        const auto allow = [&](const std::string& verb) {
            result.allowed += (result.allowed.empty() ? "" : ", ") + verb;
        };
        for (const auto& [verb, unused] : operations) allow(verb);
        for (const auto& verb : unavailable) allow(verb);
    }
    return result;
}

std::vector<route_statistics::snapshot> routes::statistics() const
{
    std::vector<route_statistics::snapshot> snapshots;
    for (const auto& [route, entry] : statistics_) snapshots.push_back(entry->read());
    snapshots.push_back(unknown_->read());
    snapshots.push_back(refused_->read());
    return snapshots;
}

route_statistics* routes::statistics_of(std::string route)
{
    auto& entry = statistics_[route];
    if (!entry) entry = std::make_unique<route_statistics>(std::move(route));
    return entry.get();
}

} // namespace verbatim::core::gateway
