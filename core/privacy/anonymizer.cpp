#include "privacy/anonymizer.hpp"

#include "exec/on_pool.hpp"
#include "exec/threads.hpp"
#include "privacy/recognizer.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace verbatim::core::privacy {

namespace {

constexpr std::size_t max_inline_text_bytes = 65'536; // bytes: about three milliseconds

using finding_lists = std::vector<std::vector<sdk::detected_entity>>;

class built_in_anonymizer final : public sdk::anonymizer
{
public:
    built_in_anonymizer(term_list terms, bool redact_ids, exec::pool_runner run_on_pool)
        : engine_(std::move(terms))
        , redact_ids_(redact_ids)
        , run_on_pool_(std::move(run_on_pool))
    {}

    sdk::task<finding_lists> detect(std::span<const std::string_view> texts) override
    {
        if (is_small(texts)) co_return engine_.find_all(texts);
        co_return co_await find_on_pool(texts);
    }

    sdk::task<finding_lists> detect_verified(std::span<const std::string_view> texts) override
    {
        if (!redact_ids_) co_return finding_lists(texts.size());
        if (is_small(texts)) co_return engine_.find_verified(texts);

        finding_lists                                       findings(texts.size());
        const std::function<void(std::size_t, std::size_t)> find = [&](std::size_t from, std::size_t to) {
            std::ranges::move(engine_.find_verified(texts.subspan(from, to - from)),
                              findings.begin() + static_cast<std::ptrdiff_t>(from));
        };
        const auto slice_begins = exec::slice_boundaries(texts, max_inline_text_bytes);
        co_await for_each_slice(slice_begins, find);
        co_return findings;
    }

private:
    bool is_small(std::span<const std::string_view> texts) const
    {
        std::size_t total = 0;
        for (const auto text : texts) total += text.size();
        return !run_on_pool_ || total <= max_inline_text_bytes;
    }

    sdk::task<finding_lists> find_on_pool(std::span<const std::string_view> texts)
    {
        recognizer::search search{engine_, texts};
        const auto         slice_begins = exec::slice_boundaries(texts, max_inline_text_bytes);
        const auto         slices       = slice_begins.size() - 1;
        for (std::size_t n = 0; n != slices; ++n)
        {
            const std::function<void()> collect = [&] { search.collect(slice_begins[n], slice_begins[n + 1]); };
            co_await run_on_pool_(collect);
        }
        const std::function<void()> resolve = [&] { search.resolve(); };
        co_await run_on_pool_(resolve);
        const std::function<void(std::size_t, std::size_t)> find = [&](std::size_t from, std::size_t to) {
            search.find(from, to);
        };
        co_await for_each_slice(slice_begins, find);
        co_return std::move(search).take();
    }

    /// Runs `work` on the pool for each slice of texts, several at a time.
    sdk::task<> for_each_slice(std::span<const std::size_t>                         slice_begins,
                               const std::function<void(std::size_t, std::size_t)>& work)
    {
        const std::function<sdk::task<>(std::size_t)> run_slice = [&](std::size_t n) -> sdk::task<> {
            const std::function<void()> run = [&work, slice_begins, n] { work(slice_begins[n], slice_begins[n + 1]); };
            co_await run_on_pool_(run);
        };
        co_await sdk::for_each_bounded(slice_begins.size() - 1, exec::cores(), run_slice);
    }

    recognizer        engine_;
    bool              redact_ids_;
    exec::pool_runner run_on_pool_;
};

} // namespace

std::unique_ptr<sdk::anonymizer> make_anonymizer(const settings& configuration, exec::pool_runner run_on_pool)
{
    return std::make_unique<built_in_anonymizer>(read_terms(configuration.terms_path), configuration.redact_ids,
                                                 std::move(run_on_pool));
}

} // namespace verbatim::core::privacy
