#include "cli/input/encoding.hpp"

#include "cli/failure.hpp"

#include "verbatim/sdk/text.hpp"

#include <unicode/ucnv.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace verbatim::cli::input {

namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::input, message}; }

struct converter_deleter
{
    void operator()(UConverter* converter) const noexcept { ucnv_close(converter); }
};
using converter = std::unique_ptr<UConverter, converter_deleter>;

converter open(const std::string& encoding)
{
    UErrorCode error = U_ZERO_ERROR;
    converter  result{ucnv_open(encoding.c_str(), &error)};
    if (U_FAILURE(error))
        throw failure{exit_status::usage, "--encoding: unknown encoding; use for example windows-1252 or UTF-16"};
    ucnv_setToUCallBack(result.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    return result;
}

std::string convert(std::string_view bytes, const std::string& encoding)
{
    const auto  from = open(encoding), to = open("UTF-8");
    UErrorCode  error  = U_ZERO_ERROR;
    const char* source = bytes.data();
    std::string text;
    std::string buffer(1 << 16, '\0');
    UChar       pivot[4096];
    UChar*      pivot_source = pivot;
    UChar*      pivot_target = pivot;
    bool        first        = true;
    do {
        error        = U_ZERO_ERROR;
        char* target = buffer.data();
        ucnv_convertEx(to.get(), from.get(), &target, buffer.data() + buffer.size(), &source,
                       bytes.data() + bytes.size(), pivot, &pivot_source, &pivot_target, std::end(pivot), first, true,
                       &error);
        text.append(buffer.data(), target);
        first = false;
    } while (error == U_BUFFER_OVERFLOW_ERROR);
    if (U_FAILURE(error)) fail("is not in the encoding " + encoding + ". Name another one with --encoding");
    if (text.starts_with(utf8_mark)) text.erase(0, utf8_mark.size());
    return text;
}

/// Throws unless the text is UTF-8 without U+0000.
void require_text(std::string_view text)
{
    std::size_t line = 1;
    for (std::size_t at = 0; at != text.size();)
    {
        const auto c = sdk::utf8::decode(text, at);
        if (!c.valid)
            fail("line " + std::to_string(line) +
                 ": is not UTF-8. Save the file as \"CSV UTF-8\", or name its encoding, for example --encoding "
                 "windows-1252");
        if (c.value == 0) fail("line " + std::to_string(line) + ": contains a zero byte, so it is no text file");
        line += c.value == '\n' ? 1 : 0;
        at = c.end;
    }
}

/// The encoding that the first bytes name.
std::string marked_encoding(std::string_view bytes)
{
    if (bytes.starts_with(std::string_view{"\xFF\xFE\0\0", 4}) ||
        bytes.starts_with(std::string_view{"\0\0\xFE\xFF", 4}))
        return "UTF-32";
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return "UTF-16";
    return {};
}

} // namespace

std::string to_utf8(std::string bytes, const std::string& encoding)
{
    if (bytes.starts_with(utf8_mark)) bytes.erase(0, utf8_mark.size());
    else if (const auto marked = marked_encoding(bytes); !marked.empty()) bytes = convert(bytes, marked);
    else if (!encoding.empty()) bytes = convert(bytes, encoding);
    require_text(bytes);
    return bytes;
}

} // namespace verbatim::cli::input
