#pragma once

#include "reporting/invocations.hpp"
#include "reporting/report_row.hpp"
#include "reporting/sketch.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace verbatim::core::reporting {

/// Counts and sums of records: model calls or invocations. Tokens and durations are those of the successful ones.
struct rollup_sums
{
    std::int64_t calls          = 0;
    std::int64_t failed         = 0;
    std::int64_t unpriced       = 0;
    std::int64_t cost_micro_usd = 0; ///< 0 for invocations, whose cost is that of their model calls
    std::int64_t cached_tokens  = 0; ///< likewise
    std::int64_t duration_ms    = 0;
    std::int64_t input_tokens   = 0;
    std::int64_t output_tokens  = 0;

    void         add(const report_row& model_call) noexcept;
    void         add(const invocations::sums& invocation) noexcept;
    rollup_sums& operator+=(const rollup_sums& other) noexcept;

    friend bool operator==(const rollup_sums&, const rollup_sums&) = default;
};

/// The columns of usage_rollups with sums. The only list of them: what is added, stored and read.
struct sum_column
{
    const char*  name;
    std::int64_t rollup_sums::*member;
};
inline constexpr std::array<sum_column, 8> sum_columns{{{"calls", &rollup_sums::calls},
                                                        {"failed", &rollup_sums::failed},
                                                        {"unpriced", &rollup_sums::unpriced},
                                                        {"cost_micro_usd", &rollup_sums::cost_micro_usd},
                                                        {"cached_tokens", &rollup_sums::cached_tokens},
                                                        {"duration_ms", &rollup_sums::duration_ms},
                                                        {"input_tokens", &rollup_sums::input_tokens},
                                                        {"output_tokens", &rollup_sums::output_tokens}}};

/// Sums and distributions of records.
struct rollup
{
    enum measure : std::size_t
    {
        duration,
        input,
        output,
        elapsed, ///< of invocations only: that of a model call is its duration
    };

    rollup_sums           sums;
    std::array<sketch, 4> values; ///< of the successful records, by measure

    void add(const report_row& model_call);
    void add(const invocations::sums& invocation);
    void merge(const rollup& other);

    friend bool operator==(const rollup&, const rollup&) = default;
};

/// The records of a roll-up. Invocations have no model and no outcome: their model calls may have several.
struct rollup_key
{
    std::string tenant;
    std::string operation;
    bool        is_invocation = false;
    std::string model{};
    bool        is_error = false;

    using view = std::tuple<std::string_view, std::string_view, bool, std::string_view, bool>;
    explicit rollup_key(const view& names);
    operator view() const noexcept { return {tenant, operation, is_invocation, model, is_error}; }

    struct less
    {
        using is_transparent = void;
        bool operator()(const view& left, const view& right) const noexcept { return left < right; }
    };
};

/// The part of an invocation within a period.
struct invocation_part
{
    std::string       tenant;
    std::string       operation;
    invocations::sums sums;
};

/// All records of a period.
struct period_rollups
{
    std::map<rollup_key, rollup, rollup_key::less> rollups;
    std::vector<invocation_part> parts; ///< not in `rollups`: their calls have rows outside the period
};

/// Collects the rows of a period, or the roll-ups and parts of shorter periods, in any order.
class period_builder
{
public:
    period_builder()                                 = default;
    period_builder(const period_builder&)            = delete;
    period_builder& operator=(const period_builder&) = delete;

    void add(const report_row& row);

    /// The roll-up with these names, created empty. Valid until finish().
    rollup& at(const rollup_key::view& names);

    /// The part of an invocation, created empty. Valid until the next call.
    invocations::sums& part_of(const call_key& call, std::string_view tenant, std::string_view operation);

    /// The records so far. The parts of calls with rows outside the period stay apart; all others are complete.
    period_rollups finish(const std::function<bool(const call_key&)>& has_rows_outside);

private:
    using cell = std::pair<std::string, std::string>; ///< tenant and operation

    std::uint32_t cell_of(std::string_view tenant, std::string_view operation);

    using rollup_position = std::map<rollup_key, rollup, rollup_key::less>::iterator;

    period_rollups                                                         result_;
    rollup_position                                                        latest_ = result_.rollups.end();
    std::deque<cell>                                                       cells_;
    std::uint32_t                                                          latest_cell_ = 0; ///< cell of the latest row
    std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> cell_index_;      ///< borrows cells_
    invocations                                                            invocations_;
};

} // namespace verbatim::core::reporting
