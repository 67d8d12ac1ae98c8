// Known marks of prompt injection: docs/reference/screening.md#rules.
#include "schema/reader.hpp"
#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace verbatim::sdk::schema {

namespace {

constexpr std::size_t max_run = 199;

/// Bytes of the character that `text` has at `start`.
std::size_t width_at(std::string_view text, std::size_t start) noexcept
{
    auto end = start + 1;
    while (end < text.size() && utf8::is_continuation(text[end])) ++end;
    return end - start;
}

struct run
{
    std::size_t end;
    std::size_t characters;
};

/// The run of the character that has a byte at `at`, from its first to its last repetition.
run run_around(std::string_view text, std::size_t at) noexcept
{
    auto start = at;
    while (start > 0 && utf8::is_continuation(text[start])) --start;
    const auto width     = width_at(text, start);
    const auto character = text.substr(start, width);

    std::size_t count = 1;
    auto        end   = start + width;
    for (; text.substr(end, width) == character; end += width) ++count;
    for (; start >= width && text.substr(start - width, width) == character; start -= width) ++count;
    return {end, count};
}

/// Samples every 128th byte. A run of 200 characters has at least 200 bytes, so a sample lies in it with two periods of
/// the run to follow. Within a run the bytes repeat every 12 bytes: 12 is a multiple of 1, 2, 3 and 4 bytes.
bool has_long_run(std::string_view text) noexcept
{
    constexpr std::size_t stride = 128;
    constexpr std::size_t period = 12;
    std::size_t           at     = 0;
    while (at + 2 * period < text.size())
    {
        const char byte = text[at];
        if (byte != text[at + period] || byte != text[at + 2 * period])
        {
            at += stride;
            continue;
        }
        const auto run = run_around(text, at);
        if (run.characters > max_run) return true;
        at = std::max(run.end, at + 1); // a later run begins here or further on
    }
    return false;
}

/// White space, the separators U+001C to U+001F, and the byte order mark.
bool is_space(char32_t c) noexcept { return utf8::is_white_space(c) || (c >= 0x1C && c <= 0x1F) || c == 0xFEFF; }

std::string_view without_leading_space(std::string_view text) noexcept
{
    while (!text.empty())
    {
        const auto c = utf8::decode(text, 0);
        if (!is_space(c.value)) break;
        text.remove_prefix(c.end);
    }
    return text;
}

/// Removes `role`, which is in upper case, from the beginning of `text` in any case. U+017F is another lower case of S.
bool take_role(std::string_view& text, std::string_view role) noexcept
{
    auto rest = text;
    for (const char letter : role)
    {
        if (letter == 'S' && rest.starts_with("\u017F"))
        {
            rest.remove_prefix(2);
            continue;
        }
        if (rest.empty() || ascii::to_upper(rest.front()) != letter) return false;
        rest.remove_prefix(1);
    }
    text = rest;
    return true;
}

bool starts_with_role(std::string_view text) noexcept
{
    text = without_leading_space(text);
    for (const std::string_view role : {"SYSTEM", "ASSISTANT", "USER"})
    {
        auto rest = text;
        if (take_role(rest, role) && without_leading_space(rest).starts_with(':')) return true;
    }
    return false;
}

std::string_view violation_in(std::string_view text, screening kind) noexcept
{
    if (!text.empty() && std::memchr(text.data(), '\0', text.size())) return "null_byte";
    if (has_long_run(text)) return "repeated_characters";
    if (kind == screening::content && starts_with_role(text)) return "role_prefix";
    return {};
}

std::string_view text_in(const type_info& type, const void* source) noexcept
{
    if (type.kind == value_kind::text) return *static_cast<const std::string*>(source);
    return *static_cast<const std::string_view*>(source);
}

/// Walks the parts of a value that hold screened texts. `Use` gets each one, its kind and its path, and returns whether
/// to go on.
template <class Use>
class screened_walk
{
public:
    explicit screened_walk(Use use)
        : use_{std::move(use)}
    {}

    void object(const object_schema& schema, const void* value, const path_step* path)
    {
        if (!has_screened_text(schema)) return;
        for (const auto& field : schema.fields)
        {
            const path_step here{path, field.name};
            if (field.screened != screening::none) text(*field.type, field.screened, field.member_of(value), &here);
            else check_value(*field.type, field.member_of(value), &here);
        }
    }

private:
    void check_value(const type_info& type, const void* value, const path_step* path)
    {
        if (type.kind == value_kind::object) object(type.object(), value, path);
        else if (type.kind == value_kind::nullable && type.first(value))
            check_value(*type.element, type.first(value), path);
        else if (type.kind == value_kind::list && may_hold_texts(*type.element)) list(type, value, path);
    }

    void list(const type_info& type, const void* value, const path_step* path)
    {
        const auto* item = static_cast<const char*>(type.first(value));
        for (std::size_t i = 0; i < type.count(value) && !has_ended_; ++i, item += type.element->size)
        {
            const path_step here{path, {}, i, true};
            check_value(*type.element, item, &here);
        }
    }

    void text(const type_info& type, screening kind, const void* value, const path_step* path)
    {
        const auto* inner = type.kind == value_kind::nullable ? type.first(value) : value;
        if (inner && !has_ended_) has_ended_ = !use_(text_in(unwrap_nullable(type), inner), kind, path);
    }

    static bool may_hold_texts(const type_info& type)
    {
        return type.kind == value_kind::object || type.kind == value_kind::list || type.kind == value_kind::nullable;
    }

    bool has_screened_text(const object_schema& schema)
    {
        for (const auto& [cached, screened] : cache_)
            if (cached == &schema) return screened;
        const bool screened =
            any_field_of(schema, [](const field& field) { return field.screened != screening::none; });
        cache_.emplace_back(&schema, screened);
        return screened;
    }

    Use                                                use_;
    bool                                               has_ended_ = false;
    std::vector<std::pair<const object_schema*, bool>> cache_;
};

} // namespace
} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

std::vector<field_issue> screen(const object_schema& schema, const void* value)
{
    std::vector<field_issue> issues;
    schema::screened_walk    walk{[&](std::string_view text, screening kind, const schema::path_step* path) {
        const auto violation = schema::violation_in(text, kind);
        if (!violation.empty()) issues.push_back({schema::path_text(path), std::string{violation}});
        return issues.size() < schema::max_issues;
    }};
    walk.object(schema, value, nullptr);
    return issues;
}

std::vector<std::string_view> screened_texts(const object_schema& schema, const void* value)
{
    std::vector<std::string_view> texts;
    schema::screened_walk         walk{[&](std::string_view text, screening, const schema::path_step*) {
        texts.push_back(text);
        return true;
    }};
    walk.object(schema, value, nullptr);
    return texts;
}

} // namespace verbatim::sdk
