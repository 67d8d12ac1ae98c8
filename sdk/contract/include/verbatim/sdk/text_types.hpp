#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/type_info.hpp"

#include <cstdint>
#include <string>
#include <utility>

/// Types that are text in JSON and have a format.
namespace verbatim::sdk {

/// A text that is never shown: it is written as `***`, or as nothing when it is empty.
class secret
{
public:
    secret() = default;
    explicit secret(std::string text)
        : text_{std::move(text)}
    {}

    /// The text itself. Never log it or store a copy.
    const std::string& reveal() const noexcept { return text_; }
    bool               empty() const noexcept { return text_.empty(); }

private:
    std::string text_;
};
VERBATIM_SDK_API text_format declare(const secret&);

/// The path of a file or folder; empty when not set.
struct path
{
    std::string text;

    bool empty() const noexcept { return text.empty(); }
};
VERBATIM_SDK_API text_format declare(const path&);

/// A moment: `YYYY-MM-DD`, then `T`, `t` or a blank, then `HH:MM[:SS[.f{1,9}]]`, then an offset: `Z`, `z`, `+HH:MM`,
/// `-HH:MM`, `+HHMM`, or ` HH:MM`, since a URL turns `+` into a blank. Fractions beyond microseconds are cut. A date
/// alone and a time without offset are read too, with `has_offset` false. It is printed in UTC with a `Z`, and with a
/// fraction of six digits if it has one. Moments outside the years 1 to 9999 of UTC are invalid.
struct date_time
{
    std::int64_t microseconds = 0;     ///< since 1970-01-01T00:00:00 UTC; without an offset, as if it were UTC
    bool         has_offset   = false; ///< false: the moment is ambiguous

    friend bool operator==(const date_time&, const date_time&) = default;
};
VERBATIM_SDK_API text_format declare(const date_time&);

} // namespace verbatim::sdk
