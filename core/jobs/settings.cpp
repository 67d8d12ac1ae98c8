#include "jobs/settings.hpp"

namespace verbatim::core::jobs {

sdk::enum_values declare(store_kind)
{
    return {"JobStore",
            {{"memory", store_kind::memory, "In memory: jobs end with the process."},
             {"database", store_kind::database,
              "In the usage database, sealed with JOBS_KEY_FILE: jobs outlive the process, and servers share them."}}};
}

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("JobSettings", "Requests that outlive their connection, and idempotency keys.");

    schema.optional("JOBS_STORE", s.store, "Where jobs and their answers are stored.");
    schema.optional(
        "JOBS_KEY_FILE", s.key_file,
        "File with the master keys of JOBS_STORE=database, one in each line, in 64 hexadecimal digits "
        "(`openssl rand -hex 32`). The first one seals, the others open what they sealed before. All servers "
        "of a database need the same keys.");
    schema
        .optional("JOBS_MAX_TAKEOVERS", s.max_takeovers,
                  "How often a job may be taken over: with JOBS_STORE=database from a server that died, and in any "
                  "store from an I/O thread that is blocked. Then it fails, so that no job ends one server after "
                  "another.")
        .at_least(0)
        .at_most(1'000);
    schema
        .optional("JOBS_MAX_RUNNING", s.max_running,
                  "Maximum jobs that run at a time; further ones are queued. 0: the server takes no jobs and answers "
                  "every request at once.")
        .at_most(10'000);
    schema
        .optional("JOBS_MAX_PER_TENANT", s.max_per_tenant,
                  "Maximum queued and running jobs of one tenant; further ones get 429.")
        .at_least(1);
    schema
        .optional("JOBS_MAX_MEMORY", s.max_memory,
                  "Maximum size of requests and answers of jobs and of idempotency keys, in bytes. A further request "
                  "gets 503. Stored answers are never dropped before they expire.")
        .at_least(1);
    schema
        .optional("JOBS_MAX_TENANT_SHARE", s.tenant_share,
                  "Maximum share of JOBS_MAX_MEMORY that one tenant uses; its further requests get 429.")
        .at_least(0.01)
        .at_most(1);
    schema
        .optional("JOBS_RESULT_HOURS", s.result_hours,
                  "How long a finished job, and the answer of an idempotency key, is available, in hours.")
        .at_least(0.01)
        .at_most(8'760);
    schema
        .optional("JOBS_DEADLINE_SECONDS", s.deadline,
                  "Maximum duration of a job from the start of its operation, in seconds. It replaces the deadline of "
                  "the operation.")
        .at_least(30)
        .at_most(604'800);
    schema
        .optional("JOBS_SHARE", s.share,
                  "Share of the slots of LLM_MAX_CONCURRENCY that the model calls of jobs get while those of "
                  "synchronous requests wait, which go first otherwise.")
        .at_least(0.01)
        .at_most(1);
}

} // namespace verbatim::core::jobs
