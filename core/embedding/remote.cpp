#include "embedding/remote.hpp"

#include "embedding/codec.hpp"
#include "embedding/shortened.hpp"

#include "llm/codec.hpp"
#include "llm/endpoint.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace verbatim::core::embedding {

namespace {

/// A vector of a few thousand numbers, written out.
constexpr std::size_t longest_row = 128 * 1024;

/// What requests are made of, the same for every call.
struct address
{
    llm::channel*  way = nullptr;
    std::string    model;
    std::string    prefix;
    std::size_t    batch_size;
    std::size_t    max_characters;
    llm::computing elsewhere;
};

/// The texts of one call on their way to vectors.
class request
{
public:
    request(const address& to, const llm::client& who, std::span<const sdk::outbound> texts)
        : to_{to}
        , who_{who}
        , texts_{shorten(texts, to.max_characters)}
    {
        // Providers refuse empty texts, and have nothing to say of blank ones.
        for (std::size_t n = 0; n != texts_.texts.size(); ++n)
            if (!llm::is_blank(texts_.texts[n])) asked_.push_back(n);
    }

    std::size_t cut() const noexcept { return texts_.cut; }
    std::size_t batches() const noexcept { return (asked_.size() + to_.batch_size - 1) / to_.batch_size; }

    /// Throws sdk::error.
    sdk::task<> ask(std::size_t n)
    {
        const auto                  positions = batch_of(n);
        std::string                 body;
        std::size_t                 characters = 0;
        const std::function<void()> write      = [&] { body = written(positions, characters); };
        co_await to_.elsewhere(write);

        const llm::success_reader read = [&](std::string_view answer) { return this->read(answer, positions); };
        const llm::inquiry        what{.body       = body,
                                       .characters = characters,
                                       .longest    = llm::longest_answer + positions.size() * longest_row,
                                       .read       = read};
        const auto                answered = co_await to_.way->ask(who_, what);
        if (!answered) throw answered.error();
    }

    /// When every batch is there.
    sdk::vectors take() &&
    {
        // Nothing was worth asking: every vector is zero, of whatever width.
        if (made_.width() == 0) return {texts_.texts.size(), 1};
        return std::move(made_);
    }

private:
    std::span<const std::size_t> batch_of(std::size_t n) const
    {
        const auto from = n * to_.batch_size;
        return std::span{asked_}.subspan(from, std::min(to_.batch_size, asked_.size() - from));
    }

    std::string written(std::span<const std::size_t> positions, std::size_t& characters) const
    {
        std::vector<std::string_view> texts;
        for (const auto at : positions) texts.push_back(texts_.texts[at]);
        characters = positions.size() * llm::count_code_points(to_.prefix);
        for (const auto text : texts) characters += llm::count_code_points(text);
        return request_body(texts, to_.prefix, to_.model, who_.tenant_id);
    }

    /// On any thread, and for several batches at a time: the first that is read says how wide all are.
    llm::outcome read(std::string_view answer, std::span<const std::size_t> positions)
    {
        batch found;
        auto  ended = read_vectors(answer, positions.size(), found);
        if (ended.how != llm::ending::answered) return ended;

        std::call_once(width_known_, [&] { made_ = sdk::vectors{texts_.texts.size(), found.width}; });
        if (found.width != made_.width())
        {
            ended.how = llm::ending::unusable;
            return ended;
        }
        for (std::size_t n = 0; n != positions.size(); ++n)
            made_.set(positions[n], std::span{found.values}.subspan(n * found.width, found.width));
        return ended;
    }

    const address&           to_;
    const llm::client&       who_;
    shortened                texts_;
    std::vector<std::size_t> asked_; ///< positions of the texts that are not blank
    std::once_flag           width_known_;
    sdk::vectors             made_;
};

class remote_embedder final : public sdk::embedder
{
public:
    remote_embedder(const address& to, llm::client who)
        : to_{to}
        , who_{std::move(who)}
    {}

    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::outbound> texts, std::size_t at_once) override
    {
        std::optional<request>      asked;
        const std::function<void()> begin = [&] { asked.emplace(to_, who_, texts); };
        co_await to_.elsewhere(begin);
        tell_of_cuts(who_.log, asked->cut(), to_.max_characters);

        const std::function<sdk::task<>(std::size_t)> batch = [&](std::size_t n) { return asked->ask(n); };
        try
        {
            co_await sdk::for_each_bounded(asked->batches(), at_once, batch);
        }
        catch (const sdk::error& failed)
        {
            co_return failed;
        }
        co_return std::move(*asked).take();
    }

private:
    const address&    to_;
    const llm::client who_;
};

class remote_engine final : public engine
{
public:
    explicit remote_engine(address to)
        : to_{std::move(to)}
    {}

    std::unique_ptr<sdk::embedder> open(llm::client who) override
    {
        return std::make_unique<remote_embedder>(to_, std::move(who));
    }

private:
    const address to_;
};

} // namespace

std::unique_ptr<engine> make_remote_engine(const settings& from, const llm::settings& models, llm::door& door,
                                           llm::computing elsewhere)
{
    auto    where = llm::make_endpoint(connection_of(from, models), llm::embeddings);
    address to{.model          = where.model,
               .prefix         = from.query_prefix,
               .batch_size     = from.batch_size,
               .max_characters = from.max_characters,
               .elsewhere      = std::move(elsewhere)};
    to.way = &door.connect("embedding", std::move(where));
    return std::make_unique<remote_engine>(std::move(to));
}

} // namespace verbatim::core::embedding
