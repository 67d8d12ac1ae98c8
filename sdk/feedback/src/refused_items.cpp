#include "verbatim/feedback/refused_items.hpp"

#include <algorithm>
#include <numeric>

namespace verbatim::feedback {

namespace {

constexpr std::size_t max_calls         = 40;
constexpr std::size_t max_only_refusals = 3; ///< single items that are found while no call succeeds

class refusal_search
{
public:
    refusal_search(std::size_t count, const refusal_test& test)
        : items_(count)
        , test_{test}
    {
        std::iota(items_.begin(), items_.end(), std::size_t{0});
    }

    /// Divides a range that is refused.
    sdk::task<> divide(std::size_t begin, std::size_t end)
    {
        if (has_given_up_) co_return;
        if (end - begin == 1)
        {
            refused_.push_back(begin);
            has_given_up_ = !has_success_ && refused_.size() == max_only_refusals;
            co_return;
        }
        const auto middle = begin + (end - begin + 1) / 2;
        const bool first  = co_await is_refused(begin, middle);
        if (first) co_await divide(begin, middle);
        // A range that is refused only because of the other half has no item to blame.
        const bool second = (!first && end - middle > 1) || co_await is_refused(middle, end);
        if (second) co_await divide(middle, end);
    }

    std::optional<std::vector<std::size_t>> take() &&
    {
        if (has_given_up_ || refused_.empty() || refused_.size() == items_.size()) return std::nullopt;
        return std::move(refused_);
    }

private:
    sdk::task<bool> is_refused(std::size_t begin, std::size_t end)
    {
        has_given_up_ = has_given_up_ || calls_++ == max_calls;
        if (has_given_up_) co_return false;
        const auto range      = std::span<const std::size_t>{items_}.subspan(begin, end - begin);
        const bool is_refused = co_await test_(range);
        has_success_          = has_success_ || !is_refused;
        co_return is_refused;
    }

    std::vector<std::size_t> items_;
    const refusal_test&      test_;
    std::vector<std::size_t> refused_;
    std::size_t              calls_        = 0;
    bool                     has_success_  = false;
    bool                     has_given_up_ = false;
};

} // namespace

sdk::task<std::optional<std::vector<std::size_t>>> find_refused_items(std::size_t count, const refusal_test& test)
{
    refusal_search search{count, test};
    co_await search.divide(0, count);
    co_return std::move(search).take();
}

std::vector<std::size_t> remaining_items(std::size_t count, std::span<const std::size_t> refused)
{
    std::vector<std::size_t> remaining;
    for (std::size_t n = 0; n != count; ++n)
        if (!std::ranges::binary_search(refused, n)) remaining.push_back(n);
    return remaining;
}

std::vector<const record*> records_at(record_span records, std::span<const std::size_t> positions)
{
    std::vector<const record*> chosen;
    for (const auto position : positions) chosen.push_back(records[position]);
    return chosen;
}

} // namespace verbatim::feedback
