#include "gateway/request_steps.hpp"

#include "exec/on_pool.hpp"
#include "gateway/deferral.hpp"
#include "gateway/dry_run.hpp"
#include "gateway/json_body.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/asio/this_coro.hpp>
#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <utility>
#include <vector>

namespace verbatim::core::gateway {

namespace {

std::string decoded(std::string_view text)
{
    std::string with_spaces{text};
    std::ranges::replace(with_spaces, '+', ' ');
    return sdk::ascii::percent_decoded(with_spaces).text;
}

} // namespace

std::optional<std::string> query_parameter(std::string_view query, std::string_view name)
{
    std::optional<std::string> value;
    while (!query.empty())
    {
        const auto pair = query.substr(0, query.find('&'));
        query.remove_prefix(pair.size() == query.size() ? pair.size() : pair.size() + 1);
        const auto separator = pair.find('=');
        if (decoded(pair.substr(0, separator)) != name) continue;
        value = separator == std::string_view::npos ? std::string{} : decoded(pair.substr(separator + 1));
    }
    return value;
}

namespace asio = boost::asio;

namespace {

/// Responses with at least this many list items and KiB of text are written on the pool.
constexpr std::size_t large_response = 1'000;

/// In bytes, above what the budget counts for the body: the memory of a record of one character in a hierarchical
/// analysis with the built-in model (bench/hostile).
constexpr std::size_t memory_per_item = 640;

/// Vary, Content-Disposition, X-Key-Access, X-Did-You-Mean and X-Request-ID.
constexpr std::size_t further_headers = 5;

/// The wait for the usage rows of a call may take this long, even if its deadline is nearer.
constexpr std::chrono::seconds least_wait_for_rows{10};

void throw_if_any(std::vector<sdk::field_issue> problems, sdk::errc code)
{
    if (problems.empty()) return;
    sdk::error failure{code};
    failure.fields = std::move(problems);
    throw failure;
}

/// Hits per rule: one log line per rule, however many records there are.
std::map<std::string, std::size_t> count_by_rule(const std::vector<sdk::field_issue>& hits)
{
    std::map<std::string, std::size_t> rules;
    for (const auto& hit : hits) ++rules[hit.issue];
    return rules;
}

/// The members that the server adds to requests of this operation, or refuses in them.
auto options_of(const endpoint& target)
{
    boost::container::static_vector<const sdk::object_schema*, 2> options;
    if (target.is_explainable || target.refuses_explain) options.push_back(&sdk::schema_of<explain_option>());
    if (target.has_dry_run || target.refuses_dry_run) options.push_back(&sdk::schema_of<dry_run_option>());
    return options;
}

/// Reads a member that the server adds and removes it, because a closed schema would report it.
template <class Option>
Option read_option(json_body& body, std::string_view name, std::vector<sdk::field_issue>& issues)
{
    Option      option;
    const auto* object = body.value().if_object();
    if (!object || !object->contains(name)) return option;
    const auto found = sdk::read(sdk::schema_of<Option>(), body.value(), &option);
    issues.insert(issues.end(), found.begin(), found.end());
    body.erase(name);
    return option;
}

std::vector<sdk::field_issue> read_members(operation_run& run)
{
    auto&                         body = *run.body();
    std::vector<sdk::field_issue> option_issues;
    if (run.target().is_explainable && read_option<explain_option>(body, "explain", option_issues).explain)
        run.explain();
    if (run.target().has_dry_run && read_option<dry_run_option>(body, "dry_run", option_issues).dry_run)
        run.make_dry_run();
    const auto& target = run.target();
    if (target.refuses_explain && read_option<explain_option>(body, "explain", option_issues).explain)
        option_issues.push_back({"explain", needs_model_call});
    if (target.refuses_dry_run && read_option<dry_run_option>(body, "dry_run", option_issues).dry_run)
        option_issues.push_back({"dry_run", needs_model_call});
    auto issues = sdk::read(run.request().table(), body.value(), run.request().value());
    issues.insert(issues.end(), option_issues.begin(), option_issues.end());
    return issues;
}

/// Appends the provenance to a JSON object.
void append_provenance(const provenance_recorder& recorder, std::string& body)
{
    const auto member = sdk::to_json(provenance_member{recorder.read()});
    body.pop_back();
    if (body.size() > 1) body += ',';
    body.append(member, 1);
}

/// Writes the response in its representation, or as JSON by its schema; on the pool when it is large.
sdk::task<> write_body(exec::compute_pool& pool, const operation_run& run, sdk::erased_value response,
                       std::string& body)
{
    const auto&                 schema         = run.target().descriptor.response.schema();
    const auto*                 representation = run.representation();
    const std::function<void()> write          = [&] {
        if (representation) body = representation->write(response.get());
        else sdk::write(schema, response.get(), body);
        response.reset();
    };
    if (sdk::item_count(schema, response.get()) < large_response) write();
    else co_await compute(pool, write);
}

void add_representation_headers(const operation_run& run, http::response& response)
{
    if (run.target().descriptor.representations.empty()) return;
    response.headers.emplace_back("Vary", "Accept");
    const auto* representation = run.representation();
    if (!representation) return;
    response.content_type = representation->content_type;
    response.headers.emplace_back("Content-Disposition",
                                  "attachment; filename=\"" + std::string{representation->file_name} + '"');
}

} // namespace

sdk::task<> compute(exec::compute_pool& pool, const std::function<void()>& work)
{
    if (pool.stuck_for() > std::chrono::seconds::zero()) work();
    else co_await exec::run_on_pool(pool, work);
}

/// Smaller bodies are parsed within a few milliseconds.
bool is_large_body(std::size_t bytes) noexcept { return bytes >= std::size_t{1} << 20; }

void check_query(std::string_view query, declared_request& request)
{
    const auto lookup = [query](std::string_view name) { return query_parameter(query, name); };
    throw_if_any(sdk::read(request.table(), lookup, request.value()), sdk::errc::validation_error);
}

sdk::task<std::size_t> check_body(std::string& text, operation_run& run, exec::compute_pool& pool, sdk::log& log,
                                  bool keeps_text)
{
    auto&                         request = run.request();
    std::size_t                   memory  = 0;
    std::vector<sdk::field_issue> screening_hits;
    const std::function<void()>   step = [&] {
        const auto           members = open_members_of(run.target().descriptor, text);
        const auto           options = options_of(run.target());
        const body_selection selection{.request = &request.table(), .open_members = &members, .further = options};
        run.body().emplace(text, &selection);
        if (!keeps_text) std::string{}.swap(text);
        const auto& unknown = run.body()->unknown();
        run.set_unknown_members(unknown.paths(), unknown.resembled_members(run.body()->value()));
        throw_if_any(read_members(run), sdk::errc::validation_error);
        screening_hits = sdk::screen(request.table(), request.value());
        memory         = sdk::item_count(request.table(), request.value()) * memory_per_item;
        if (!sdk::has_borrowed_text(request.table())) run.body().reset(); // no longer needed, and larger than its text
    };
    if (!is_large_body(text.size())) step();
    else
    {
        request.destroy_on(pool);
        co_await compute(pool, step);
    }

    for (const auto& [rule, hits] : count_by_rule(screening_hits))
        log.write(sdk::severity::warning, "screening_hit", {{"rule", rule}, {"texts", hits}});
    throw_if_any(std::move(screening_hits), sdk::errc::prompt_injection_detected);
    co_return memory;
}

sdk::task<http::response> execute(operation_run& run, const auth::identity& caller, exec::compute_pool& pool,
                                  bool fail_closed)
{
    const auto         cancellation = co_await asio::this_coro::cancellation_state;
    sdk::erased_value  result;
    std::exception_ptr failure;
    try
    {
        result = co_await run.execute();
    }
    catch (...)
    {
        failure = std::current_exception();
    }
    // The rows of a cancelled call are written too, but nobody waits for its response.
    const auto latest       = std::max(run.deadline(), std::chrono::steady_clock::now() + least_wait_for_rows);
    bool       is_accounted = true;
    if (cancellation.cancelled() == asio::cancellation_type::none)
        is_accounted = co_await run.usage_rows().flushed(latest);
    if (failure) std::rethrow_exception(failure);
    if (fail_closed && !is_accounted) throw sdk::error{sdk::errc::usage_backend_unavailable, "usage rows not stored"};

    const auto&    descriptor = run.target().descriptor;
    http::response response;
    response.status = descriptor.success_status;
    response.headers.reserve(descriptor.headers.size() + further_headers);
    for (const auto& [name, value] : descriptor.headers) response.headers.emplace_back(name, value);
    add_representation_headers(run, response);
    co_await write_body(pool, run, std::move(result), response.body);
    if (run.recorder() != nullptr && run.representation() == nullptr) append_provenance(*run.recorder(), response.body);
    response.headers.emplace_back("X-Key-Access", caller.access());
    co_return response;
}

} // namespace verbatim::core::gateway
