#pragma once

#include "dimensions/dimension.hpp"
#include "themes/counted_themes.hpp"
#include "themes/record_texts.hpp"
#include "themes/theme_list.hpp"

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <vector>

/// The outputs about themes without a provider, in the form of a model's: phrases that records share.
namespace verbatim::analyze_bulk::themes::offline {

using positions = std::span<const std::size_t>;

/// The phrases that these records share, as candidates.
std::string candidates(const record_texts& texts, positions records);

/// The same as a list of themes. A theme's criteria are its phrases, separated by semicolons. With word vectors,
/// phrases whose records are about anything are no themes, and those about the same are one.
std::string themes(const record_texts& texts, positions records, const theme_limit& limit);

/// The themes of all records of an input, and their values of the dimensions: docs/reference/built-in-model.md#themes.
/// Borrows its arguments, and reads the records at the first call. [any thread]
class record_themes_reader
{
public:
    record_themes_reader(const std::vector<theme>& themes, const record_texts& texts,
                         std::span<const dimensions::dimension> dimensions = {});

    /// The themes of these records, and their values of the dimensions.
    std::string assignments(positions records) const;

    /// Adds to themes that were counted from assignments() those of their records that are nearest to them, and whether
    /// they are far from the question; those of the request never are. Changes nothing unless assignments() was called:
    /// then another model has read the records. Not while another function runs.
    void describe(std::vector<counted_theme>& themes) const;

private:
    void read() const;

    const std::vector<theme>&              themes_;
    const record_texts&                    texts_;
    std::span<const dimensions::dimension> dimensions_;
    mutable std::once_flag                 once_;

    mutable std::vector<std::vector<theme_reference>> themes_by_record_;
    mutable std::vector<std::vector<std::string>>     values_by_record_; ///< labels; empty without dimensions
    mutable bool                                      is_read_ = false;
};

} // namespace verbatim::analyze_bulk::themes::offline
