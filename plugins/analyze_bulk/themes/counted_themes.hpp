#pragma once

#include "dimensions/dimension.hpp"
#include "themes/theme_list.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/hierarchy/map.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk::themes {

/// Why a record is in no theme.
enum class unassigned_reason
{
    no_theme,
    batch_failed,
    not_answered,
    out_of_time,
};
inline constexpr std::size_t unassigned_reasons = 4;

/// A sentence that a model chose, by the position of its record and its index in it.
struct chosen_sentence
{
    std::size_t record   = 0;
    std::size_t sentence = 0;
};

/// Records are positions of the input, ascending and without repetition.
using record_list = std::vector<std::size_t>;

struct counted_sub_theme
{
    sub_theme   definition;
    record_list records;
};

struct counted_theme
{
    theme                          definition; ///< its sub-themes are in `sub_themes`
    record_list                    records;    ///< includes those of the sub-themes
    std::vector<counted_sub_theme> sub_themes;
    std::vector<chosen_sentence>   sentences; ///< of records of the theme

    record_list nearest              = {};    ///< some of its records, the nearest to it first; empty: unknown
    bool        is_far_from_question = false; ///< as the built-in model compares them

    bool is_hidden_over_time = false; ///< its dates would reveal a suppressed count
};

/// Every record that was read is in a theme, or in `unassigned` for exactly one reason.
struct counted_themes
{
    /// Those far from the question last, then most records first. Those without records are left out, unless the
    /// request names them.
    std::vector<counted_theme>                  themes;
    std::array<record_list, unassigned_reasons> unassigned;
    record_list                                 refused;     ///< that the provider refused; unassigned as well
    std::size_t                                 dropped = 0; ///< references of models that do not exist or repeat

    /// By position of the input: the value of each dimension; none: no readable answer, as of further positions.
    std::vector<std::optional<std::vector<dimensions::value_number>>> values = {};

    const record_list& unassigned_for(unassigned_reason reason) const
    {
        return unassigned[static_cast<std::size_t>(reason)];
    }
    std::size_t unassigned_count() const;
};

/// Adds the themes that were found in the records which `counts` has in no theme, and the counts of these records.
void add_further(counted_themes& counts, counted_themes further);

/// Gives an id to each theme and sub-theme without one: `T1`, `T1.1` by its place, or the next number that is free.
void set_missing_ids(counted_themes& counts);

/// Counts the outputs of all batches. The batches hold every record exactly once; `repeated` are batches about records
/// that the outputs leave out, or of which they have no readable values. The n-th text of `redaction` is the
/// content of the n-th record, in which models name sentences. Takes time for large corpora. [any thread]
counted_themes count_themes(const std::vector<theme>& themes, const std::vector<hierarchy::partial_analysis>& batches,
                            const feedback::redaction&                      redaction,
                            const std::vector<hierarchy::partial_analysis>& repeated   = {},
                            std::span<const dimensions::dimension>          dimensions = {});

} // namespace verbatim::analyze_bulk::themes
