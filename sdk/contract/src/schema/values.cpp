// Reading one value that holds no others.
#include "schema/reader.hpp"

#include "schema/integers.hpp"
#include "schema/issues.hpp"
#include "schema/numbers.hpp"
#include "schema/utf8.hpp"

#include <boost/json/object.hpp>
#include <boost/json/string.hpp>

#include <cmath>
#include <cstring>
#include <optional>

namespace verbatim::sdk::schema {

namespace json = boost::json;

namespace {

/// Further out than any integer's width.
constexpr wide beyond = static_cast<wide>(1) << 100;

/// The integer that a JSON number without a fraction stands for; nothing when it has one.
std::optional<wide> whole(const json::value& from) noexcept
{
    if (const auto* number = from.if_int64()) return *number;
    if (const auto* number = from.if_uint64()) return *number;
    const double number = from.get_double();
    if (std::fabs(number) >= 1e30) return number < 0 ? -beyond : beyond;
    if (std::trunc(number) != number) return std::nullopt;
    return static_cast<wide>(number);
}

std::string_view text_of(const json::string& from) noexcept { return {from.data(), from.size()}; }

} // namespace

void reader::value(const shape& of, const limits& within, const json::value& from, void* into, const step* at)
{
    switch (of.is)
    {
    case kind::boolean:
        if (const auto* given = from.if_bool()) std::memcpy(into, given, sizeof *given);
        else report(at, std::string{no_boolean});
        return;
    case kind::integer: return integer(of, within, from, into, at);
    case kind::number: return number(within, from, into, at);
    case kind::text:
    case kind::borrowed_text: return text(of, within, from, into, at);
    case kind::words: return word_of(of, from, into, at);
    case kind::spelled: return spelled_text(of, from, into, at);
    case kind::object: return object(of.object(), from, into, at);
    case kind::open_object:
        if (const auto* given = from.if_object()) *static_cast<json::object*>(into) = *given;
        else report(at, std::string{no_object});
        return;
    case kind::list: return list(of, within, from, into, at);
    case kind::nullable:
        if (from.is_null()) of.clear(into);
        else value(*of.of, within, from, of.add(into), at);
        return;
    }
}

void reader::integer(const shape& of, const limits& within, const json::value& from, void* into, const step* at)
{
    if (!from.is_number()) return report(at, std::string{no_integer});
    const auto given = whole(from);
    if (!given) return report(at, std::string{fractional});
    const auto range = range_of(of, within);
    if (*given < range.least) return report(at, below(to_text(range.least)));
    if (*given > range.most) return report(at, above(to_text(range.most)));
    store_integer(of, *given, into);
}

void reader::number(const limits& within, const json::value& from, void* into, const step* at)
{
    if (!from.is_number()) return report(at, std::string{no_number});
    const auto given = from.is_double()  ? from.get_double()
                       : from.is_int64() ? static_cast<double>(from.get_int64())
                                         : static_cast<double>(from.get_uint64());
    if (within.least_number && given < *within.least_number)
        return report(at, below(plain_number(*within.least_number)));
    if (within.most_number && given > *within.most_number) return report(at, above(plain_number(*within.most_number)));
    if (!std::isfinite(given)) // Boost.JSON reads 1e400 as infinity
        return report(at, std::string{not_finite});
    std::memcpy(into, &given, sizeof given);
}

void reader::text(const shape& of, const limits& within, const json::value& from, void* into, const step* at)
{
    const auto* held = from.if_string();
    if (!held) return report(at, std::string{no_string});
    const auto given = text_of(*held);

    // A text of n bytes holds at most n characters and at least a quarter of that, so counting is rare.
    if (within.least && given.size() / 4 < static_cast<std::size_t>(*within.least) &&
        characters(given) < static_cast<std::size_t>(*within.least))
        return report(at, too_short(*within.least));
    if (within.most && given.size() > static_cast<std::size_t>(*within.most) &&
        characters(given) > static_cast<std::size_t>(*within.most))
        return report(at, too_long(*within.most));
    if (within.without_null_byte && given.find('\0') != std::string_view::npos)
        return report(at, std::string{null_byte});

    if (of.is == kind::text) static_cast<std::string*>(into)->assign(given);
    else *static_cast<std::string_view*>(into) = given;
}

void reader::word_of(const shape& of, const json::value& from, void* into, const step* at)
{
    const auto& all  = of.words();
    const auto* held = from.if_string();
    const auto* one  = held ? all.named(text_of(*held)) : nullptr;
    if (!one) return report(at, none_of(all.listed()));
    store_integer(of, one->value, into);
}

void reader::spelled_text(const shape& of, const json::value& from, void* into, const step* at)
{
    const auto& how  = of.spelled();
    const auto* held = from.if_string();
    if (!held || !how.read(text_of(*held), into)) report(at, std::string{how.issue});
}

} // namespace verbatim::sdk::schema
