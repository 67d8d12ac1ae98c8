#include "embedding/local.hpp"

#include "embedding/lexical.hpp"
#include "embedding/shortened.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

namespace verbatim::core::embedding {

namespace {

class local_embedder final : public sdk::embedder
{
public:
    local_embedder(std::size_t max_characters, const llm::computing& elsewhere, llm::client who)
        : max_characters_{max_characters}
        , elsewhere_{elsewhere}
        , who_{std::move(who)}
    {}

    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::outbound> texts, std::size_t) override
    {
        std::optional<lexical>      work;
        std::size_t                 cut   = 0;
        const std::function<void()> begin = [&] {
            auto short_enough = shorten(texts, max_characters_);
            cut               = short_enough.cut;
            work.emplace(std::move(short_enough.texts));
        };
        co_await elsewhere_(begin);
        tell_of_cuts(who_.log, cut, max_characters_);

        const std::function<void(std::size_t)> count = [&](std::size_t n) { work->count(n); };
        co_await each_slice(*work, count);
        const std::function<void(std::size_t)> weigh = [&](std::size_t n) { work->weigh(n); };
        co_await each_slice(*work, weigh);
        co_return std::move(*work).take();
    }

private:
    sdk::task<> each_slice(const lexical& work, const std::function<void(std::size_t)>& done)
    {
        const std::function<sdk::task<>(std::size_t)> slice = [&](std::size_t n) -> sdk::task<> {
            const std::function<void()> one = [&done, n] { done(n); };
            co_await elsewhere_(one);
        };
        co_await sdk::for_each_bounded(work.slices(), std::max(1u, std::thread::hardware_concurrency()), slice);
    }

    const std::size_t     max_characters_;
    const llm::computing& elsewhere_;
    const llm::client     who_;
};

class local_engine final : public engine
{
public:
    local_engine(std::size_t max_characters, llm::computing elsewhere)
        : max_characters_{max_characters}
        , elsewhere_{std::move(elsewhere)}
    {}

    std::unique_ptr<sdk::embedder> open(llm::client who) override
    {
        return std::make_unique<local_embedder>(max_characters_, elsewhere_, std::move(who));
    }

private:
    const std::size_t    max_characters_;
    const llm::computing elsewhere_;
};

} // namespace

std::unique_ptr<engine> make_local_engine(std::size_t max_characters, llm::computing elsewhere)
{
    return std::make_unique<local_engine>(max_characters, std::move(elsewhere));
}

} // namespace verbatim::core::embedding
