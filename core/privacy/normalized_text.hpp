#pragma once

#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

/// A text in the form that the recognizers read: without invisible code points (zero width, soft hyphens, direction
/// marks), and with plain letters, digits and signs in place of their compatibility forms (full width, mathematical,
/// presentation forms). Each code point is mapped by itself, so that time is linear and positions can be mapped back.
/// Reuse it from text to text to keep its memory.
class normalized_text
{
public:
    /// Borrows `original`.
    void assign(std::string_view original);

    /// The original itself if nothing had to change.
    std::string_view text() const noexcept { return segments_.empty() ? original_ : std::string_view(changed_); }

    /// Maps findings in `text()` to the original. They are sorted and do not overlap, before and after.
    void map_to_original(std::vector<sdk::detected_entity>& findings) const;

private:
    struct segment
    {
        std::size_t begin          = 0; ///< in text()
        std::size_t original_begin = 0;
        bool        copied         = false; ///< otherwise one code point of the original that changed
    };

    void           append_copy(std::size_t begin, std::size_t end);
    const segment& segment_at(std::size_t position) const;
    std::size_t    original_begin(std::size_t begin) const;
    std::size_t    original_end(std::size_t end) const;

    std::string_view     original_;
    std::string          changed_;
    std::vector<segment> segments_; ///< empty if nothing had to change
};

} // namespace verbatim::core::privacy
