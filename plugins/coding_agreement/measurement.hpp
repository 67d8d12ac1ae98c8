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

/// The figures of some records at one level. The long part, the resamples, runs in slices. Borrows all arguments.
/// [any thread]
class measurement
{
public:
    /// Throws sdk::validation_error if there are too many overlaps or confusions.
    measurement(const request& request, const code_tree& tree, std::span<const coding> codings,
                std::span<const std::uint32_t> positions);

    /// All steps of this measurement.
    std::size_t steps() const noexcept { return steps_; }

    /// The approximate bytes as JSON: of the measures, and of codes and confusions.
    std::size_t measures_bytes() const noexcept;
    std::size_t list_bytes() const;

    bool is_finished() const noexcept { return bootstrap_.is_finished(); }
    void advance(std::size_t max_steps) { bootstrap_.advance(max_steps); }

    /// Only once, when finished.
    measures measure();

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
    bootstrap                      bootstrap_;
    std::size_t                    steps_;
};

} // namespace verbatim::coding_agreement
