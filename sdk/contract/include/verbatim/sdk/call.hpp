#pragma once

#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/http_client.hpp"
#include "verbatim/sdk/literal.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/task.hpp"
#include "verbatim/sdk/usage_reader.hpp"
#include "verbatim/sdk/word_vectors.hpp"

#include <any>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace verbatim::sdk {

/// A phase of an operation in traces, such as the map of a map-reduce. Ends with this object.
class VERBATIM_SDK_API phase
{
public:
    phase()                        = default;
    phase(const phase&)            = delete;
    phase& operator=(const phase&) = delete;
    virtual ~phase();
};

/// One request and the services of the host, for its operation. Lives until `run` has ended. Its members are called on
/// the thread of `run` only.
class VERBATIM_SDK_API call
{
public:
    call()                       = default;
    call(const call&)            = delete;
    call& operator=(const call&) = delete;
    virtual ~call();

    virtual std::string_view tenant_id() const noexcept  = 0;
    virtual std::string_view key_id() const noexcept     = 0; ///< of the caller's key, for logs and records
    virtual std::string_view request_id() const noexcept = 0; ///< UUID v7, lower case

    /// Every wait of the call ends by then. Uses the monotonic clock, which changes of the wall clock do not affect.
    virtual std::chrono::steady_clock::time_point deadline() const noexcept = 0;

    virtual llm& model() noexcept = 0; ///< the main model
    virtual llm& judge() noexcept = 0; ///< the model of judges; the main model unless the operator set another
    virtual sdk::anonymizer& anonymizer() noexcept = 0;
    virtual sdk::log&        log() noexcept        = 0;

    /// Null when the operator switched embedding off. Lives as long as the call.
    virtual sdk::embedder* embedder() = 0;

    /// The table of the built-in embedder, for offline completions. Null if the operator chose another embedder. Lives
    /// as long as the call. The provenance names it once a word was looked up.
    virtual const sdk::word_vectors* word_vectors();

    /// Usage of all tenants: pass `tenant_id()` to report a caller's own usage only.
    virtual sdk::usage_reader& usage_reader() = 0;

    /// Begins a phase. Traces show its duration and its model calls, and the provenance of a response its duration, so
    /// that operators see where a slow request spends its time. Phases follow each other or nest; a phase that
    /// concurrent steps begin may get calls of the others. Keep the result in a variable until the phase ends. Null, at
    /// no cost, if nothing records the request.
    [[nodiscard]] virtual std::unique_ptr<sdk::phase> phase(literal name);

    /// Reports that `done` of `total` steps of a phase are done; a total of 0 is not known yet. The caller of a job
    /// sees it; a call whose client waits ignores it. Cheap enough for every step.
    virtual void progress(literal phase, std::size_t done, std::size_t total);

    /// Adds `count` to a fact about the response, such as "failed_chunks". The caller of a request with `"explain":
    /// true` sees the sums in `provenance`; otherwise they are ignored. Cheap enough for every step. A count of 0 shows
    /// the fact even if nothing adds to it.
    virtual void note(literal fact, std::int64_t count);

    /// A place for a value that takes long to make and that no completion changes, such as the groups of the records. A
    /// dry run runs an operation twice, and the second run finds the value of the first. Null for other requests.
    virtual std::any* reusable() noexcept;

    /// Runs `work` on the pool for long computation, comes back to this call's thread and returns what it returned, or
    /// rethrows what it threw. Work of more than a few milliseconds belongs there: other calls share this thread.
    /// `work` is borrowed until the task has ended. [may wait]
    template <std::invocable Work>
    task<std::invoke_result_t<Work&>> compute(Work& work);

    /// Name the work on the line before: g++ 12 destroys a temporary inside a co_await expression twice.
    template <class Work>
    requires(!std::is_lvalue_reference_v<Work>) void compute(Work&& work) = delete;

protected:
    friend struct layouts;

    /// Runs `work` on the pool and comes back to this call's thread. `work` is borrowed until the task has ended.
    virtual task<> run_on_pool(const std::function<void()>& work) = 0;

public:
    /// Requests to servers that the operator lists. Lives as long as the call. By default it refuses all.
    virtual sdk::http_client& http_client();
};

template <std::invocable Work>
task<std::invoke_result_t<Work&>> call::compute(Work& work)
{
    using result = std::invoke_result_t<Work&>;
    if constexpr (std::is_void_v<result>)
    {
        const std::function<void()> step = std::ref(work);
        co_await run_on_pool(step);
    }
    else
    {
        std::optional<result>       value;
        const std::function<void()> step = [&] { value.emplace(work()); };
        co_await run_on_pool(step);
        co_return std::move(*value);
    }
}

} // namespace verbatim::sdk
