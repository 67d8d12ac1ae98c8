#pragma once

#include "embedding/engine.hpp"
#include "llm/door.hpp"

#include "verbatim/sdk/call.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace boost::asio {
class thread_pool;
}

namespace verbatim::core::gateway {

/// What every call of the process is lent. All of it outlives the gateway.
struct services
{
    llm::door&                models;
    sdk::anonymizer&          privacy;
    usage::recorder&          usage;
    boost::asio::thread_pool& pool;
    sdk::usage_reader*        reports = nullptr; ///< none where no operation asks for usage
    embedding::engine*        vectors = nullptr; ///< none where embedding is switched off
};

/// A declared request of any type: made blank, read into, handed to its operation.
class declared_request
{
public:
    explicit declared_request(const sdk::type& what)
        : what_{what}
        , value_{what.make(), what.drop}
    {}

    ~declared_request();
    declared_request(const declared_request&)            = delete;
    declared_request& operator=(const declared_request&) = delete;

    const sdk::table& table() const { return what_.declared(); }
    void*             value() const noexcept { return value_.get(); }

    /// A large value is taken apart on the pool when its time has come: hundreds of thousands of texts would hold an
    /// I/O thread for long.
    void drop_on(boost::asio::thread_pool& pool) noexcept { dropped_on_ = &pool; }

private:
    sdk::type                              what_;
    std::unique_ptr<void, void (*)(void*)> value_;
    boost::asio::thread_pool*              dropped_on_ = nullptr;
};

/// One call as its operation sees it. Lives on its thread, from the moment the request is found good to its reply.
class call_context final : public sdk::call
{
public:
    call_context(services& lent, llm::client who, const declared_request& request);
    ~call_context() override;

    std::string_view                      tenant_id() const noexcept override { return who_.tenant_id; }
    std::string_view                      request_id() const noexcept override { return who_.request_id; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return who_.deadline; }

    sdk::llm&          model() noexcept override { return *model_; }
    sdk::llm&          judge() noexcept override { return *judge_; }
    sdk::anonymizer&   privacy() noexcept override { return lent_.privacy; }
    sdk::log&          log_line() noexcept override { return who_.log; }
    sdk::embedder*     embeddings() override;
    sdk::usage_reader& usage() override;

    sdk::task<> compute(const std::function<void()>& work) override;

protected:
    void* asked_as(const sdk::table& expected) override;

private:
    services&                 lent_;
    llm::client               who_;
    const declared_request&   request_;
    std::unique_ptr<sdk::llm> model_;
    std::unique_ptr<sdk::llm> judge_;

    std::unique_ptr<sdk::embedder> embedder_; ///< opened when first asked for: few calls need one
};

} // namespace verbatim::core::gateway
