#include "cli/input/encoding.hpp"

#include "cli/failure.hpp"

#include <unicode/ucnv.h>
#include <unicode/ustring.h>

#include <limits>
#include <memory>

namespace verbatim::cli::input {

namespace {

struct converter_deleter
{
    void operator()(UConverter* converter) const noexcept { ucnv_close(converter); }
};
using converter = std::unique_ptr<UConverter, converter_deleter>;

/// Null for an unknown encoding.
converter open(const std::string& encoding)
{
    UErrorCode error = U_ZERO_ERROR;
    converter  result{ucnv_open(encoding.c_str(), &error)};
    return U_FAILURE(error) ? nullptr : std::move(result);
}

bool is_marked_utf16(std::string_view bytes) { return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"); }

} // namespace

void require_encoding(const std::string& encoding)
{
    if (!open(encoding))
        throw failure{exit_status::usage, "--encoding: unknown encoding; use for example windows-1252 or UTF-16"};
}

std::optional<std::u16string> decode(std::string_view bytes, const std::string& encoding, bool strict)
{
    const auto from = open(encoding);
    if (!from || bytes.size() > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    UErrorCode error = U_ZERO_ERROR;
    if (strict) ucnv_setToUCallBack(from.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    std::u16string text(bytes.size() + 1, u'\0'); // no encoding has more units than bytes
    char16_t*      end    = text.data();
    const char*    source = bytes.data();
    ucnv_toUnicode(from.get(), &end, text.data() + text.size(), &source, bytes.data() + bytes.size(), nullptr, true,
                   &error);
    if (U_FAILURE(error)) return std::nullopt;
    text.resize(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(u'\uFEFF')) text.erase(0, 1);
    return text;
}

std::string to_utf8(std::string bytes)
{
    const auto text = decode(bytes, is_marked_utf16(bytes) ? "UTF-16" : "UTF-8", true);
    if (!text || text->find(u'\0') != text->npos)
        throw failure{exit_status::input, "is not UTF-8. Save the file as \"CSV UTF-8\""};
    std::string  utf8(text->size() * 3, '\0');
    std::int32_t size  = 0;
    UErrorCode   error = U_ZERO_ERROR;
    u_strToUTF8(utf8.data(), static_cast<std::int32_t>(utf8.size()), &size, text->data(),
                static_cast<std::int32_t>(text->size()), &error);
    utf8.resize(static_cast<std::size_t>(size));
    return utf8;
}

} // namespace verbatim::cli::input
