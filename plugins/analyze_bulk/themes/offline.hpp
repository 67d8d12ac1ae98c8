#pragma once

#include "dimensions/dimension.hpp"
#include "themes/theme_list.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/hierarchy/bulk_input.hpp"
#include "verbatim/sdk/word_vectors.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

/// The outputs about themes without a provider, in the form of a model's: phrases that records share.
namespace verbatim::analyze_bulk::themes::offline {

using positions = std::span<const std::size_t>;

/// The phrases that these records share, as candidates.
std::string candidates(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records);

/// The same as a list of themes. A theme's criteria are its phrases, separated by semicolons.
std::string themes(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records,
                   std::size_t max_themes);

/// The phrases of the titles and criteria of themes. Borrows its arguments, and reads the themes at the first call.
/// [any thread]
class theme_phrases
{
public:
    explicit theme_phrases(const std::vector<theme>& themes, std::span<const dimensions::dimension> dimensions = {},
                           const sdk::word_vectors* vectors = nullptr);
    ~theme_phrases();

    /// The themes of these records, those of which a record holds a phrase, and their values of the dimensions.
    std::string assignments(const feedback::redaction& redaction, positions records) const;

private:
    class index;

    const std::vector<theme>&              themes_;
    std::span<const dimensions::dimension> dimensions_;
    const sdk::word_vectors*               vectors_; ///< may be null
    mutable std::once_flag                 once_;
    mutable std::unique_ptr<const index>   index_;
};

} // namespace verbatim::analyze_bulk::themes::offline
