#include "gateway/call_context.hpp"

#include "exec/on_pool.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <atomic>
#include <span>
#include <utility>

namespace verbatim::core::gateway {

declared_request::~declared_request()
{
    // A pool without a free worker would keep the values that it is to destroy.
    if (!destroyed_on_ || destroyed_on_->stuck_for() > std::chrono::seconds::zero()) return;
    try
    {
        destroyed_on_->post([value = std::move(value_)] {});
    }
    catch (...) // out of memory: the value is destroyed on this thread
    {}
}

namespace {

/// Null also for a dry run, whose texts reach no other service.
std::unique_ptr<sdk::anonymizer> with_analyzer(const services& services, const llm::call_context& client)
{
    if (services.analyzer == nullptr || client.planned) return nullptr;
    privacy::analyzer_call call{client.tenant_id, client.request_id, client.deadline, client.log};
    return services.analyzer->open(services.anonymizer, std::move(call));
}

/// Names the table in the provenance once it is used: a call with a provider needs no words.
class recorded_words final : public sdk::word_vectors
{
public:
    recorded_words(const sdk::word_vectors& words, std::shared_ptr<provenance_recorder> recorder, std::string version)
        : words_{words}
        , recorder_{std::move(recorder)}
        , version_{std::move(version)}
    {}

    std::size_t dimensions() const noexcept override { return words_.dimensions(); }

    bool add(std::string_view word, float weight, std::span<float> sum) const noexcept override
    {
        if (!is_recorded_.exchange(true, std::memory_order_relaxed)) recorder_->set_embedder(std::move(version_));
        return words_.add(word, weight, sum);
    }

private:
    const sdk::word_vectors&                   words_;
    const std::shared_ptr<provenance_recorder> recorder_;
    mutable std::string                        version_; ///< moved, as a copy may need memory
    mutable std::atomic<bool>                  is_recorded_{false};
};

} // namespace

call_context::call_context(services& services, llm::call_context client, std::shared_ptr<call_observer> observer,
                           std::shared_ptr<provenance_recorder> recorder, std::any* reusable,
                           const plugin_http::sending_call& sender)
    : services_{services}
    , client_{std::move(client)}
    , observer_{std::move(observer)}
    , recorder_{std::move(recorder)}
    , reusable_{reusable}
    , model_{open(llm::connection_role::main)}
    , judge_{open(llm::connection_role::judge)}
    , anonymizer_{with_analyzer(services, client_)}
    , explained_anonymizer_{recorder_ ? explained(anonymizer_ ? *anonymizer_ : services.anonymizer, recorder_)
                                      : nullptr}
    , sender_{sender}
{
    sender_.deadline   = client_.deadline;
    sender_.is_planned = client_.planned != nullptr;
    sender_.log        = &client_.log;
}

call_context::~call_context() = default;

std::unique_ptr<sdk::llm> call_context::open(llm::connection_role role)
{
    auto model = services_.models.open(client_, role);
    return recorder_ ? explained(std::move(model), recorder_, role) : std::move(model);
}

sdk::anonymizer& call_context::anonymizer() noexcept
{
    if (explained_anonymizer_) return *explained_anonymizer_;
    return anonymizer_ ? *anonymizer_ : services_.anonymizer;
}

sdk::embedder* call_context::embedder()
{
    if (!embedder_ && services_.embedders != nullptr)
    {
        embedder_ = services_.embedders->open(client_);
        if (recorder_) recorder_->set_embedder(services_.embedders->version());
    }
    return embedder_.get();
}

const sdk::word_vectors* call_context::word_vectors()
{
    const auto* words = services_.embedders != nullptr ? services_.embedders->words() : nullptr;
    if (!words || !recorder_) return words;
    if (!recorded_words_)
        recorded_words_ = std::make_unique<recorded_words>(*words, recorder_, services_.embedders->version());
    return recorded_words_.get();
}

sdk::usage_reader& call_context::usage_reader()
{
    if (services_.usage_reader == nullptr) throw sdk::programming_error{"the server has no usage reader"};
    return *services_.usage_reader;
}

sdk::http_client& call_context::http_client()
{
    if (services_.http == nullptr) return call::http_client();
    if (!http_client_) http_client_ = services_.http->open(sender_);
    return *http_client_;
}

std::unique_ptr<sdk::phase> call_context::phase(sdk::literal name)
{
    auto traced = client_.trace ? client_.trace->begin_phase(name) : nullptr;
    return recorder_ ? recorder_->begin_phase(name, std::move(traced)) : std::move(traced);
}

void call_context::progress(sdk::literal phase, std::size_t done, std::size_t total)
{
    if (observer_) observer_->on_progress(phase, done, total);
}

void call_context::note(sdk::literal fact, std::int64_t count)
{
    if (recorder_) recorder_->note(fact, count);
}

sdk::task<> call_context::run_on_pool(const std::function<void()>& work)
{
    if (closed_) throw boost::system::system_error{boost::asio::error::operation_aborted};
    return exec::run_on_pool(services_.pool, work);
}

} // namespace verbatim::core::gateway
