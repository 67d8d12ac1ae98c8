#pragma once

#include "usage/attempt.hpp"
#include "usage/ledger.hpp"
#include "usage/page.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// What the recorders have in common: rows with the page that each stands on.
namespace verbatim::core::usage {

/// Rows, and for each the page of its call.
struct rows_of_calls
{
    std::vector<attempt>                  rows;
    std::vector<std::shared_ptr<page>>    pages; ///< of the row at the same index
    std::chrono::steady_clock::time_point since; ///< when the first of them came

    bool empty() const noexcept { return rows.empty(); }

    /// Counts the row in; throws before anything has changed.
    void add(attempt&& row, std::shared_ptr<page>&& on)
    {
        if (rows.size() == rows.capacity()) rows.reserve(2 * rows.size() + 16);
        if (pages.size() == pages.capacity()) pages.reserve(2 * pages.size() + 16);
        if (rows.empty()) since = std::chrono::steady_clock::now();
        on->came_in();
        rows.push_back(std::move(row));
        pages.push_back(std::move(on));
    }

    void clear() noexcept
    {
        rows.clear();
        pages.clear();
    }
};

/// Counts rows out of their pages. Those of one call mostly stand together.
inline void release(std::span<const std::shared_ptr<page>> pages) noexcept
{
    for (std::size_t from = 0; from < pages.size();)
    {
        std::size_t to = from + 1;
        while (to < pages.size() && pages[to] == pages[from]) ++to;
        pages[from]->went_out(to - from);
        from = to;
    }
}

/// The ledger of one call at a desk that takes rows by `enter(attempt, std::shared_ptr<page>) noexcept`.
template <class Desk>
class call_ledger final : public ledger
{
public:
    explicit call_ledger(std::shared_ptr<Desk> at)
        : desk_{std::move(at)}
    {}

    void enter(attempt row) noexcept override { desk_->enter(std::move(row), page_); }

    sdk::task<> settled(std::chrono::steady_clock::time_point latest) override { return page_->all_out(latest); }

private:
    std::shared_ptr<Desk> desk_;
    std::shared_ptr<page> page_ =
        std::make_shared<page>(); ///< its own: the recorder needs it until the last row is out
};

} // namespace verbatim::core::usage
