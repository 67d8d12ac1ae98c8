#pragma once

#include "embedding/engine.hpp"
#include "exec/compute_pool.hpp"
#include "gateway/provenance.hpp"
#include "llm/model_client.hpp"
#include "plugin_http/client.hpp"
#include "privacy/analyzer.hpp"
#include "tracing/tracer.hpp"

#include "verbatim/sdk/call.hpp"

#include <any>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace verbatim::core::limits {
class limiter;
}

namespace verbatim::core::gateway {

/// Follows a call whose client does not wait.
class call_observer
{
public:
    virtual ~call_observer() = default;

    /// `phase` is a constant of a plugin, and plugins are never unloaded. [call's thread]
    virtual void on_progress(std::string_view phase, std::size_t done, std::size_t total) = 0;

    /// An attempt at a model has ended; `cost` in millionths of a US dollar. [any thread]
    virtual void on_attempt(std::int64_t cost) noexcept = 0;
};

/// The services that calls use. All of them outlive the gateway.
struct services
{
    llm::model_client&   models;
    sdk::anonymizer&     anonymizer;
    recording::recorder& usage;
    exec::compute_pool&  pool;
    llm::request_limits  limits;                 ///< of each request
    sdk::usage_reader*   usage_reader = nullptr; ///< null: no operation reads usage
    embedding::engine*   embedders    = nullptr; ///< null: embedding is off
    privacy::analyzer*   analyzer     = nullptr; ///< null: `anonymizer` works alone
    tracing::tracer*     tracer       = nullptr; ///< null: tracing is off
    std::string_view     version      = "";      ///< of the server, for provenance

    limits::limiter*      limiter = nullptr; ///< null: tenants have no limits
    plugin_http::service* http    = nullptr; ///< null: plugins send no requests
};

/// A request of any declared type. Construct it with defaults, fill it, and pass it to its operation.
class declared_request
{
public:
    explicit declared_request(const sdk::type& type)
        : type_{type}
        , value_{type.make()}
    {}

    ~declared_request();
    declared_request(const declared_request&)            = delete;
    declared_request& operator=(const declared_request&) = delete;

    const sdk::object_schema& table() const { return type_.schema(); }
    void*                     value() const noexcept { return value_.get(); }

    /// Destroys the value on the pool: freeing hundreds of thousands of texts would block an I/O thread.
    void destroy_on(exec::compute_pool& pool) noexcept { destroyed_on_ = &pool; }

private:
    sdk::type           type_;
    sdk::erased_value   value_;
    exec::compute_pool* destroyed_on_ = nullptr;
};

/// The implementation of sdk::call for one request. Used on the thread of the request, from the valid request to the
/// response.
class call_context final : public sdk::call
{
public:
    /// `observer` is null for a call whose client waits, `recorder` for one without provenance, `reusable` for one that
    /// is no dry run. `sender` names the plugin and the request.
    call_context(services& services, llm::call_context client, std::shared_ptr<call_observer> observer = nullptr,
                 std::shared_ptr<provenance_recorder> recorder = nullptr, std::any* reusable = nullptr,
                 const plugin_http::sending_call& sender = {});
    ~call_context() override;

    std::string_view                      tenant_id() const noexcept override { return client_.tenant_id; }
    std::string_view                      key_id() const noexcept override { return client_.key_id; }
    std::string_view                      request_id() const noexcept override { return client_.request_id; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return client_.deadline; }

    sdk::llm&          model() noexcept override { return *model_; }
    sdk::llm&          judge() noexcept override { return *judge_; }
    sdk::anonymizer&   anonymizer() noexcept override;
    sdk::log&          log() noexcept override { return client_.log; }
    sdk::embedder*     embedder() override;
    sdk::usage_reader& usage_reader() override;
    sdk::http_client&  http_client() override;

    const sdk::word_vectors* word_vectors() override;

    std::unique_ptr<sdk::phase> phase(sdk::literal name) override;
    void                        progress(sdk::literal phase, std::size_t done, std::size_t total) override;
    void                        note(sdk::literal fact, std::int64_t count) override;
    std::any*                   reusable() noexcept override { return reusable_; }

    /// Throws operation_aborted when the call is closed.
    sdk::task<> run_on_pool(const std::function<void()>& work) override;

    /// Runs no further work on the pool.
    void close() noexcept { closed_ = true; }

private:
    std::unique_ptr<sdk::llm> open(llm::connection_role role);

    services&                            services_;
    llm::call_context                    client_;
    std::shared_ptr<call_observer>       observer_;
    std::shared_ptr<provenance_recorder> recorder_;
    std::any*                            reusable_;
    std::unique_ptr<sdk::llm>            model_;
    std::unique_ptr<sdk::llm>            judge_;

    std::unique_ptr<sdk::anonymizer> anonymizer_;           ///< with the analyzer, if there is one
    std::unique_ptr<sdk::anonymizer> explained_anonymizer_; ///< with the recorder, if there is one

    bool                           closed_ = false;
    std::unique_ptr<sdk::embedder> embedder_; ///< opened on first use: few calls need one

    plugin_http::sending_call         sender_;
    std::unique_ptr<sdk::http_client> http_client_; ///< opened on first use

    std::unique_ptr<const sdk::word_vectors> recorded_words_; ///< with the recorder, if there is one
};

} // namespace verbatim::core::gateway
