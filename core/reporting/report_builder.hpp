#pragma once

#include "reporting/invocations.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verbatim::core::reporting {

/// What the figures need of a stored row. Borrows its names.
struct report_row
{
    std::string_view tenant_id;
    std::string_view operation;
    call_key         call{}; ///< which invocation
    std::int32_t     duration_ms    = 0;
    std::int32_t     input_tokens   = 0;
    std::int32_t     output_tokens  = 0;
    std::int64_t     cost_micro_usd = 0;
    bool             failed         = false;
};

/// Counts rows, in any order, and makes every roll-up of them. Holds three numbers for each row that did not fail and
/// some 60 bytes for each invocation, and nothing else of a row: the exact percentiles of contract 11.3 need the values
/// themselves.
///
/// The values are sorted once, for each operation of each tenant. A rank in a roll-up is then found in its sorted runs
/// together, without bringing them together: sorting each roll-up anew is what makes the same figures slow in SQL.
class report_builder
{
public:
    void add(const report_row& row);

    /// The figures. Leaves the tally empty.
    sdk::usage_report report();

private:
    static constexpr std::size_t measures = 3; ///< duration, input tokens, output tokens

    /// The records of one view in one cell.
    template <class Value>
    struct samples
    {
        std::int64_t                             calls  = 0;
        std::int64_t                             failed = 0;
        std::array<std::vector<Value>, measures> values; ///< of those that did not fail
    };

    /// One operation of one tenant.
    struct cell
    {
        std::string           tenant;
        std::string           operation;
        std::int64_t          cost = 0;
        samples<std::int32_t> llm_calls;
        samples<std::int64_t> invocations;
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

    std::uint32_t            cell_of(const report_row& row);
    void                     close_invocations();
    std::vector<cell*>       in_order();
    static sdk::usage_totals views_of(const cell_list& cells);
    template <class Value>
    static sdk::usage_statistics block_of(const cell_list& cells, samples<Value> cell::*view);

    std::vector<std::unique_ptr<cell>>                         cells_; ///< never moved: the names below are theirs
    std::unordered_map<cell_key, std::uint32_t, cell_key_hash> cell_index_;
    std::uint32_t                                              last_cell_ = 0; ///< the cell of the row before
    invocations                                                invocations_;
};

} // namespace verbatim::core::reporting
