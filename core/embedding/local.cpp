#include "embedding/engines.hpp"

#include "embedding/text_vectorizer.hpp"
#include "exec/fair_queue.hpp"
#include "exec/threads.hpp"

#include <functional>
#include <optional>
#include <utility>

namespace verbatim::core::embedding {

namespace {

/// Calls that embed at a time, in total and per tenant. Each holds up to 16 MiB of counters, for short texts a multiple
/// of their size. A single call keeps all threads of the pool busy.
constexpr std::size_t max_concurrency           = 4;
constexpr std::size_t max_concurrency_of_tenant = 2;

class local_embedder final : public sdk::embedder
{
public:
    local_embedder(std::size_t max_characters, const word_vectors* table, const exec::pool_runner& run_on_pool,
                   exec::fair_queue& queue, llm::call_context client)
        : max_characters_{max_characters}
        , table_{table}
        , run_on_pool_{run_on_pool}
        , queue_{queue}
        , client_{std::move(client)}
    {}

    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::prompt_text> texts, std::size_t) override
    {
        const auto slot = co_await queue_.acquire(client_.tenant_id, client_.deadline);
        if (!slot) co_return sdk::error{sdk::errc::analysis_timeout, "no time left for embedding"};

        std::optional<text_vectorizer> vectorizer;
        std::size_t                    cut_count = 0;
        const std::function<void()>    prepare   = [&] {
            auto shortened = shorten(texts, max_characters_);
            cut_count      = shortened.cut_count;
            vectorizer.emplace(std::move(shortened.texts), table_);
        };
        co_await run_on_pool_(prepare);
        log_cut_texts(client_.log, cut_count, max_characters_);

        const std::function<void(std::size_t)> count = [&](std::size_t n) { vectorizer->count(n); };
        co_await for_each_slice(*vectorizer, count);
        const std::function<void(std::size_t)> weigh = [&](std::size_t n) { vectorizer->weigh(n); };
        co_await for_each_slice(*vectorizer, weigh);
        co_return std::move(*vectorizer).take();
    }

private:
    sdk::task<> for_each_slice(const text_vectorizer& vectorizer, const std::function<void(std::size_t)>& process)
    {
        const std::function<sdk::task<>(std::size_t)> slice = [&](std::size_t n) -> sdk::task<> {
            const std::function<void()> process_slice = [&process, n] { process(n); };
            co_await run_on_pool_(process_slice);
        };
        co_await sdk::for_each_bounded(vectorizer.slices(), exec::cores(), slice);
    }

    const std::size_t        max_characters_;
    const word_vectors*      table_;
    const exec::pool_runner& run_on_pool_;
    exec::fair_queue&        queue_;
    const llm::call_context  client_;
};

class local_engine final : public engine
{
public:
    local_engine(std::size_t max_characters, exec::pool_runner run_on_pool, std::unique_ptr<const word_vectors> table)
        : max_characters_{max_characters}
        , run_on_pool_{std::move(run_on_pool)}
        , table_{std::move(table)}
    {}

    std::string version() const override
    {
        return table_ ? std::string{semantic_engine} + " sha256:" + table_->digest() : lexical_engine;
    }

    std::unique_ptr<sdk::embedder> open(llm::call_context client) override
    {
        return std::make_unique<local_embedder>(max_characters_, table_.get(), run_on_pool_, queue_, std::move(client));
    }

    const sdk::word_vectors* words() const noexcept override { return table_.get(); }

    bool replace_key(const settings&, const llm::settings&) override { return true; }

    sdk::task<llm::connection_check> check(const llm::call_context&) override
    {
        co_return llm::connection_check{.name = "embedding", .model = table_ ? semantic_engine : lexical_engine};
    }

private:
    const std::size_t                         max_characters_;
    const exec::pool_runner                   run_on_pool_;
    const std::unique_ptr<const word_vectors> table_; ///< null: lexical
    exec::fair_queue                          queue_{max_concurrency, max_concurrency_of_tenant};
};

} // namespace

std::unique_ptr<engine> make_local_engine(std::size_t max_characters, exec::pool_runner run_on_pool,
                                          std::unique_ptr<const word_vectors> table)
{
    return std::make_unique<local_engine>(max_characters, std::move(run_on_pool), std::move(table));
}

} // namespace verbatim::core::embedding
