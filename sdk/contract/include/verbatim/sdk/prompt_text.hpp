#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/literal.hpp"

#include <concepts>
#include <string>
#include <string_view>

namespace verbatim::feedback {
class output_language;
class redaction;
} // namespace verbatim::feedback

namespace verbatim::sdk {

/// Text that may leave this process for a model. It is made in four ways, and nothing else compiles: from literals and
/// numbers, from a caller's text that is escaped but not redacted (`unredacted`), by the kit's redaction, and from the
/// names of languages in ICU by the kit's output_language.
class VERBATIM_SDK_API prompt_text
{
public:
    prompt_text() = default;
    prompt_text(literal text); // NOLINT: a literal is a prompt text

    /// Decimal digits.
    template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>) explicit prompt_text(T number)
        : text_{std::to_string(number)}
    {}

    /// A caller's text that is shown to the model as it was sent: keys of metadata, labels of a framework. `& < >`
    /// become entities; personal data in it is not replaced. A review of what models see can search for this function's
    /// name.
    static prompt_text unredacted(std::string_view text);

    prompt_text&       operator+=(const prompt_text& other);
    prompt_text&       operator+=(literal other);
    friend prompt_text operator+(prompt_text left, const prompt_text& right) { return left += right, left; }
    friend prompt_text operator+(prompt_text left, literal right) { return left += right, left; }

    const std::string& text() const noexcept { return text_; }

private:
    friend class feedback::redaction;
    static prompt_text redacted(std::string text);

    friend class feedback::output_language;
    static prompt_text language_name(std::string_view icu_name);

    std::string text_;
};

/// `& < >` as entities, so that no text of a caller can close a tag or open one. Quotation marks stay: see
/// docs/reference/prompts.md#escaping.
VERBATIM_SDK_API std::string escaped(std::string_view text);

/// The estimation_length() of the escaped text, without writing it.
VERBATIM_SDK_API std::size_t escaped_estimation_length(std::string_view text) noexcept;

} // namespace verbatim::sdk
