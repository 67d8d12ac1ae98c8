#include "probe/report.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace verbatim::core::probe {

namespace json = boost::json;

namespace {

json::value text_or_null(const std::string& text) { return text.empty() ? json::value{} : json::value(text); }

json::object to_object(const check& c)
{
    return {{"name", c.name},
            {"model", text_or_null(c.model)},
            {"ok", c.ok()},
            {"cause", text_or_null(c.cause)},
            {"http_status", c.http_status == 0 ? json::value{} : json::value(c.http_status)},
            {"milliseconds", c.duration.count()}};
}

} // namespace

bool report::ok() const noexcept { return std::ranges::all_of(checks, &check::ok); }

std::string to_json(const report& r, std::chrono::seconds age)
{
    json::array checks;
    for (const auto& c : r.checks) checks.push_back(to_object(c));
    const json::object rows{{"pending", r.rows.pending}, {"outbox", r.rows.outbox_rows}, {"lost", r.rows.lost}};
    return json::serialize(json::object{
        {"ok", r.ok()}, {"age_seconds", age.count()}, {"checks", std::move(checks)}, {"usage_rows", rows}});
}

} // namespace verbatim::core::probe
