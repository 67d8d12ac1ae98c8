#pragma once

#include "gateway/deferral.hpp"
#include "gateway/routes.hpp"
#include "jobs/store.hpp"

#include <chrono>
#include <string>

namespace verbatim::jobs_test {

struct nothing
{};
inline void declare(sdk::schema_builder& schema, nothing&) { schema.name("Nothing", "No members."); }

struct silent_operation final : sdk::typed_operation<nothing, nothing>
{
    silent_operation(sdk::literal name, std::string_view path)
        : name_{name}
        , path_{path}
    {}
    sdk::descriptor describe() const override
    {
        return {.name = name_, .path = path_, .usage_label = "silent", .request = {}, .response = {}};
    }
    sdk::task<nothing> run(sdk::call&, const nothing&) const override { co_return nothing{}; }

private:
    sdk::literal     name_;
    std::string_view path_;
};

/// Two operations, and requests for them.
struct sample_requests
{
    core::gateway::stored_request request(std::string tenant, std::string body = "{}") const
    {
        return {.target      = &first_endpoint,
                .caller      = {.tenant_id = std::move(tenant), .key_id = "key", .is_superuser = false},
                .request_id  = "request",
                .traceparent = {},
                .tracestate  = {},
                .body        = {.text = std::move(body), .memory = 0}};
    }

    silent_operation        first_operation{"silent", "/v1/first"};
    silent_operation        second_operation{"other", "/v1/second"};
    core::gateway::endpoint first_endpoint{first_operation.definition(), first_operation, "plugin"};
    core::gateway::endpoint second_endpoint{second_operation.definition(), second_operation, "plugin"};
};

inline core::jobs::job_outcome answer_of(std::string body)
{
    core::jobs::job_outcome outcome;
    outcome.response.body = std::move(body);
    return outcome;
}

inline core::jobs::job_outcome failure_of(std::string code)
{
    auto outcome            = answer_of("{}");
    outcome.response.status = 502;
    outcome.failure         = core::jobs::job_failure{.code = std::move(code), .message = "no", .fields = {}};
    return outcome;
}

} // namespace verbatim::jobs_test
