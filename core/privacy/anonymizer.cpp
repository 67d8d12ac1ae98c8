#include "privacy/anonymizer.hpp"

#include "exec/slices.hpp"
#include "privacy/recognizer.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace verbatim::core::privacy {

namespace {

constexpr std::size_t max_inline_bytes = 65'536; // bytes: about three milliseconds

class built_in_anonymizer final : public sdk::anonymizer
{
public:
    built_in_anonymizer(term_list terms, exec::pool_runner run_on_pool)
        : engine_(std::move(terms))
        , run_on_pool_(std::move(run_on_pool))
    {}

    sdk::task<std::vector<std::vector<sdk::detected_entity>>> detect(std::span<const std::string_view> texts) override
    {
        std::size_t total = 0;
        for (const auto text : texts) total += text.size();

        if (!run_on_pool_ || total <= max_inline_bytes) co_return engine_.find_all(texts);
        co_return co_await find_on_pool(texts);
    }

private:
    sdk::task<std::vector<std::vector<sdk::detected_entity>>> find_on_pool(std::span<const std::string_view> texts)
    {
        recognizer::search search{engine_, texts};
        const auto         slice_begins = exec::slice_boundaries(texts, max_inline_bytes);
        const auto         slices       = slice_begins.size() - 1;
        for (std::size_t n = 0; n != slices; ++n)
        {
            const std::function<void()> collect = [&] { search.collect(slice_begins[n], slice_begins[n + 1]); };
            co_await run_on_pool_(collect);
        }
        const std::function<void()> resolve = [&] { search.resolve(); };
        co_await run_on_pool_(resolve);
        const std::function<sdk::task<>(std::size_t)> find_in_slice = [&](std::size_t n) -> sdk::task<> {
            const std::function<void()> find = [&search, &slice_begins, n] {
                search.find(slice_begins[n], slice_begins[n + 1]);
            };
            co_await run_on_pool_(find);
        };
        co_await sdk::for_each_bounded(slices, std::max(1u, std::thread::hardware_concurrency()), find_in_slice);
        co_return std::move(search).take();
    }

    recognizer        engine_;
    exec::pool_runner run_on_pool_;
};

} // namespace

std::unique_ptr<sdk::anonymizer> make_anonymizer(const settings& configuration, exec::pool_runner run_on_pool)
{
    return std::make_unique<built_in_anonymizer>(read_terms(configuration.terms_path), std::move(run_on_pool));
}

} // namespace verbatim::core::privacy
