#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/type_info.hpp"

#include <cstdint>
#include <string>
#include <utility>

/// Types that travel as text and are no mere text.
namespace verbatim::sdk {

/// A text that is never shown: wherever a table writes it there is `***`, or nothing when it is empty.
class secret
{
public:
    secret() = default;
    explicit secret(std::string text)
        : text_{std::move(text)}
    {}

    /// For the one place that uses it. Never log it, never keep a copy.
    const std::string& reveal() const noexcept { return text_; }
    bool               empty() const noexcept { return text_.empty(); }

private:
    std::string text_;
};
VERBATIM_SDK_API text_format declare(const secret&);

/// The path of a file or folder; empty when none was named.
struct path
{
    std::string text;

    bool empty() const noexcept { return text.empty(); }
};
VERBATIM_SDK_API text_format declare(const path&);

/// A moment as it was written: `YYYY-MM-DD`, then `T`, `t` or a blank, then `HH:MM[:SS[.f{1,9}]]`, then an offset: `Z`,
/// `z`,
/// `+HH:MM`, `-HH:MM`, `+HHMM`, or, for a `+` that a URL turned into a blank, ` HH:MM`. Fractions beyond microseconds
/// are cut. A date alone, and a time without offset, are read too and say so, since a caller is told something else
/// about them. It is printed in UTC with a `Z`, and with a fraction, of six digits, only where there is one; a moment
/// outside the years 1 to 9999 of UTC is none.
struct date_time
{
    std::int64_t microseconds = 0;     ///< since 1970-01-01T00:00:00 UTC; without an offset, as if it were UTC
    bool         has_offset   = false; ///< false: which moment it is nobody knows

    friend bool operator==(const date_time&, const date_time&) = default;
};
VERBATIM_SDK_API text_format declare(const date_time&);

} // namespace verbatim::sdk
