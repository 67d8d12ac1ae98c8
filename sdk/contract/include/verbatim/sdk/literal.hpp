#pragma once

#include <cstddef>
#include <string_view>

namespace verbatim::sdk {
class literal;
} // namespace verbatim::sdk

namespace verbatim::remote {
sdk::literal fixed_text(std::string_view text) noexcept;
} // namespace verbatim::remote

namespace verbatim::sdk {

/// Text that was fixed when the program was compiled, or by the operator's document of operations before the first
/// call, so it cannot hold text of a caller. It is cheap to copy and never dangles.
class literal
{
public:
    constexpr literal() = default;

    /// From a string literal; an array that may change does not compile.
    template <std::size_t Size>
    consteval literal(const char (&text)[Size])
        : text_{text, Size - 1}
    {
        for (const char c : text_)
            if (c == '\0') throw "a literal holds no null byte";
        if (text[Size - 1] != '\0') throw "a literal ends with a null byte";
    }

    constexpr std::string_view view() const noexcept { return text_; }
    constexpr                  operator std::string_view() const noexcept { return text_; }

    friend constexpr bool operator==(literal left, literal right) noexcept { return left.text_ == right.text_; }

    template <class Stream>
    friend Stream& operator<<(Stream& output, literal text)
    {
        output << text.text_;
        return output;
    }

private:
    friend literal remote::fixed_text(std::string_view text) noexcept;

    /// A text that the operator wrote, without a null byte. It must live as long as the program.
    static constexpr literal of_operator(std::string_view text) noexcept
    {
        literal fixed;
        fixed.text_ = text;
        return fixed;
    }

    std::string_view text_;
};

} // namespace verbatim::sdk
