#include "privacy/anonymizer.hpp"

#include "exec/slices.hpp"
#include "privacy/recognizer.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace verbatim::core::privacy {

namespace {

constexpr std::size_t largest_at_once = 65'536; // bytes: about three milliseconds

class built_in final : public sdk::anonymizer
{
public:
    built_in(term_list terms, on_pool hop)
        : engine_(std::move(terms))
        , hop_(std::move(hop))
    {}

    sdk::task<std::vector<std::vector<sdk::finding>>> find(std::span<const std::string_view> texts) override
    {
        std::size_t total = 0;
        for (const auto text : texts) total += text.size();

        if (!hop_ || total <= largest_at_once) co_return engine_.find_all(texts);
        co_return co_await find_elsewhere(texts);
    }

private:
    sdk::task<std::vector<std::vector<sdk::finding>>> find_elsewhere(std::span<const std::string_view> texts)
    {
        recognizer::search all{engine_, texts};
        const auto         begins = exec::slices_of(texts, largest_at_once);
        const auto         slices = begins.size() - 1;
        for (std::size_t n = 0; n != slices; ++n)
        {
            const std::function<void()> hear = [&] { all.hear(begins[n], begins[n + 1]); };
            co_await hop_(hear);
        }
        const std::function<void()> settle = [&] { all.settle(); };
        co_await hop_(settle);
        const std::function<sdk::task<>(std::size_t)> slice = [&](std::size_t n) -> sdk::task<> {
            const std::function<void()> find = [&all, &begins, n] { all.find(begins[n], begins[n + 1]); };
            co_await hop_(find);
        };
        co_await sdk::for_each_bounded(slices, std::max(1u, std::thread::hardware_concurrency()), slice);
        co_return std::move(all).take();
    }

    recognizer engine_;
    on_pool    hop_;
};

} // namespace

std::unique_ptr<sdk::anonymizer> make_anonymizer(const settings& chosen, on_pool hop)
{
    return std::make_unique<built_in>(read_terms(chosen.terms_path), std::move(hop));
}

} // namespace verbatim::core::privacy
