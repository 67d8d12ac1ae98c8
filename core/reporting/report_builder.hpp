#pragma once

#include "reporting/invocations.hpp"
#include "reporting/report_row.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verbatim::core::reporting {

/// Builds the groups of a report from rows in any order. Keeps three numbers for each successful row and about 80 bytes
/// for each invocation: exact percentiles need the values themselves.
///
/// Values are sorted once per operation and tenant. A percentile of a larger group is found by its rank across these
/// sorted runs, without merging them. SQL would sort every group again, which makes the same report slow.
class report_builder
{
public:
    void add(const report_row& row);

    /// The report over the rows so far, without models and series. Leaves the builder empty.
    sdk::usage_report report();

    /// The total of the rows so far, which `target` gets. Leaves the builder empty.
    sdk::usage_totals move_rows_to(report_builder& target);

private:
    static constexpr std::size_t measures = 3; ///< duration, input tokens, output tokens

    /// The values of one view (model calls or invocations) in one cell.
    template <class Value>
    struct samples
    {
        std::int64_t                             calls    = 0;
        std::int64_t                             failed   = 0;
        std::int64_t                             unpriced = 0;
        std::array<std::vector<Value>, measures> values; ///< of the successful ones
    };

    /// The rows of one operation of one tenant.
    struct cell
    {
        std::string           tenant;
        std::string           operation;
        std::int64_t          cost          = 0;
        std::int64_t          cached_tokens = 0; ///< of the successful rows
        samples<std::int32_t> llm_calls;
        samples<std::int64_t> invocations;

        std::vector<std::int64_t> elapsed; ///< milliseconds of the successful invocations
    };

    struct cell_key
    {
        std::string_view tenant;
        std::string_view operation;

        friend bool operator==(const cell_key&, const cell_key&) = default;
    };
    struct cell_key_hash
    {
        std::size_t operator()(const cell_key& key) const noexcept;
    };

    using cell_list = std::vector<const cell*>;

    std::uint32_t            cell_of(std::string_view tenant, std::string_view operation);
    void                     close_invocations();
    void                     take(cell& other);
    std::vector<cell*>       in_order();
    static sdk::usage_totals totals_of(const cell_list& cells);
    template <class Value>
    static sdk::usage_distribution
    distribution_of(const cell_list& cells, const std::function<const std::vector<Value>&(const cell&)>& values_of);
    template <class Value>
    static sdk::usage_statistics statistics_of(const cell_list& cells, samples<Value> cell::*view);

    std::vector<std::unique_ptr<cell>>                         cells_; ///< cell_index_ borrows their names
    std::unordered_map<cell_key, std::uint32_t, cell_key_hash> cell_index_;
    std::uint32_t                                              last_cell_ = 0; ///< cell of the previous row
    invocations                                                invocations_;
};

} // namespace verbatim::core::reporting
