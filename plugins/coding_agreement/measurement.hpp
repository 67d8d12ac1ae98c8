#pragma once

#include "bootstrap.hpp"
#include "classification.hpp"
#include "codings.hpp"
#include "wire.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::coding_agreement {

/// The statistics of some records at one level, computed in slices: constructor, count_confusions, compare_sets, and
/// then advance until it is finished. Borrows all arguments. [any thread]
class measurement
{
public:
    /// Of at most `max_codes` codes, the most frequent, there are statistics of each.
    measurement(const request& request, const code_tree& tree, std::span<const coding> codings,
                std::span<const std::uint32_t> positions, std::size_t max_codes);

    /// Throws sdk::validation_error if there are too many.
    void count_confusions();

    /// Throws sdk::validation_error if too many sets share codes.
    void compare_sets();

    /// All steps of this measurement. After compare_sets, as all below.
    std::size_t steps() const noexcept;

    /// The approximate bytes as JSON: of the measures, and of codes and confusions.
    std::size_t measures_bytes() const noexcept;
    std::size_t list_bytes() const;

    bool is_finished() const noexcept { return bootstrap_->is_finished(); }
    void advance(std::size_t max_steps) { bootstrap_->advance(max_steps); }

    /// Only once, when finished.
    measures measure();

    /// Of whole sets alone. Only once, when finished.
    coder_pair_report pair();

    /// From what `measure` returned.
    verdict_report verdict(const interval_estimate& alpha) const;

    /// The same with codes and confusions.
    level_report report(std::size_t level);

private:
    std::optional<confidence_report> confidence() const;
    std::vector<code_report>         listed_codes();
    std::vector<confusion_report>    confusions() const;
    const std::string&               id_of(std::uint32_t position) const;

    const request&                 request_;
    const code_tree&               tree_;
    std::span<const coding>        codings_;
    std::span<const std::uint32_t> positions_;
    coding_pairs                   pairs_;
    std::vector<counted_code>      codes_;
    std::size_t                    listed_; ///< of `codes_`
    std::vector<confusion>         confusions_;
    std::optional<bootstrap>       bootstrap_;
};

} // namespace verbatim::coding_agreement
