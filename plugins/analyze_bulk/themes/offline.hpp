#pragma once

#include "dimensions/dimension.hpp"
#include "themes/theme_list.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/hierarchy/bulk_input.hpp"
#include "verbatim/sdk/word_vectors.hpp"

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <vector>

/// The outputs about themes without a provider, in the form of a model's: phrases that records share.
namespace verbatim::analyze_bulk::themes::offline {

using positions = std::span<const std::size_t>;

/// The phrases that these records share, as candidates.
std::string candidates(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records);

/// The same as a list of themes. A theme's criteria are its phrases, separated by semicolons. With `words`, phrases
/// whose records are about anything are no themes, and those about the same are one.
std::string themes(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records,
                   std::size_t max_themes, const sdk::word_vectors* words);

/// The themes of all records of an input, and their values of the dimensions: docs/reference/built-in-model.md#themes.
/// Borrows its arguments, and reads the records at the first call. [any thread]
class record_themes_reader
{
public:
    record_themes_reader(const std::vector<theme>& themes, const hierarchy::bulk_input& input,
                         const feedback::redaction& redaction, const sdk::word_vectors* words,
                         std::span<const dimensions::dimension> dimensions = {});

    /// The themes of these records, and their values of the dimensions.
    std::string assignments(positions records) const;

private:
    void read() const;

    const std::vector<theme>&              themes_;
    const hierarchy::bulk_input&           input_;
    const feedback::redaction&             redaction_;
    const sdk::word_vectors*               words_; ///< may be null
    std::span<const dimensions::dimension> dimensions_;
    mutable std::once_flag                 once_;

    mutable std::vector<std::vector<theme_reference>> themes_by_record_;
    mutable std::vector<std::vector<std::string>>     values_by_record_; ///< labels; empty without dimensions
};

} // namespace verbatim::analyze_bulk::themes::offline
