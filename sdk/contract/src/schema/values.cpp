// Reading of single values; reader.cpp reads objects and lists.
#include "schema/reader.hpp"

#include "schema/issues.hpp"
#include "schema/numbers.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>
#include <boost/json/string.hpp>

#include <cmath>
#include <cstring>
#include <optional>

namespace verbatim::sdk::schema {

namespace json = boost::json;

namespace {

/// Outside the range of every integer type.
constexpr wide beyond_any_integer = static_cast<wide>(1) << 100;

/// The value of a JSON number; none if it has a fraction.
std::optional<wide> whole_number(const json::value& source) noexcept
{
    if (const auto* number = source.if_int64()) return *number;
    if (const auto* number = source.if_uint64()) return *number;
    const double number = source.get_double();
    if (std::fabs(number) >= 1e30) return number < 0 ? -beyond_any_integer : beyond_any_integer;
    if (std::trunc(number) != number) return std::nullopt;
    return static_cast<wide>(number);
}

std::string_view text_of(const json::string& source) noexcept { return {source.data(), source.size()}; }

} // namespace

void reader::value(const type_info& type, const value_bounds& bounds, const json::value& source, void* target,
                   const path_step* path)
{
    switch (type.kind)
    {
    case value_kind::boolean:
        if (const auto* parsed = source.if_bool()) std::memcpy(target, parsed, sizeof *parsed);
        else report(path, std::string{not_boolean});
        return;
    case value_kind::integer: return integer(type, bounds, source, target, path);
    case value_kind::number: return number(bounds, source, target, path);
    case value_kind::text:
    case value_kind::borrowed_text: return text(type, bounds, source, target, path);
    case value_kind::enumeration: return enumeration(type, source, target, path);
    case value_kind::formatted_text: return formatted_text(type, source, target, path);
    case value_kind::object: return object(type.object(), source, target, path);
    case value_kind::open_object:
        if (const auto* parsed = source.if_object()) *static_cast<json::object*>(target) = *parsed;
        else if (const auto* list = source.if_array(); list && list->empty()) // as PHP writes an empty object
            static_cast<json::object*>(target)->clear();
        else report(path, std::string{not_object});
        return;
    case value_kind::list: return list(type, bounds, source, target, path);
    case value_kind::nullable:
        if (source.is_null()) type.clear(target);
        else value(*type.element, bounds, source, type.add(target), path);
        return;
    }
}

void reader::integer(const type_info& type, const value_bounds& bounds, const json::value& source, void* target,
                     const path_step* path)
{
    if (!source.is_number()) return report(path, std::string{not_integer});
    const auto parsed = whole_number(source);
    if (!parsed) return report(path, std::string{not_whole});
    const auto range = range_of(type, bounds);
    if (*parsed < range.least) return report(path, below_minimum(to_text(range.least)));
    if (*parsed > range.most) return report(path, above_maximum(to_text(range.most)));
    store_integer(type, *parsed, target);
}

void reader::number(const value_bounds& bounds, const json::value& source, void* target, const path_step* path)
{
    if (!source.is_number()) return report(path, std::string{not_number});
    const auto parsed = source.is_double()  ? source.get_double()
                        : source.is_int64() ? static_cast<double>(source.get_int64())
                                            : static_cast<double>(source.get_uint64());
    if (bounds.minimum && parsed < *bounds.minimum) return report(path, below_minimum(plain_number(*bounds.minimum)));
    if (bounds.maximum && parsed > *bounds.maximum) return report(path, above_maximum(plain_number(*bounds.maximum)));
    if (!std::isfinite(parsed)) // Boost.JSON reads 1e400 as infinity
        return report(path, std::string{not_finite});
    std::memcpy(target, &parsed, sizeof parsed);
}

void reader::text(const type_info& type, const value_bounds& bounds, const json::value& source, void* target,
                  const path_step* path)
{
    const auto* string = source.if_string();
    if (!string) return report(path, std::string{not_string});
    const auto parsed = text_of(*string);

    // A text of n bytes has n/4 to n characters. Counts them only if that does not decide.
    if (bounds.minimum_count && parsed.size() / 4 < static_cast<std::size_t>(*bounds.minimum_count) &&
        utf8::count_code_points(parsed) < static_cast<std::size_t>(*bounds.minimum_count))
        return report(path, too_short(*bounds.minimum_count));
    if (bounds.maximum_count && parsed.size() > static_cast<std::size_t>(*bounds.maximum_count) &&
        utf8::count_code_points(parsed) > static_cast<std::size_t>(*bounds.maximum_count))
        return report(path, too_long(*bounds.maximum_count));
    if (bounds.without_null_byte && parsed.find('\0') != std::string_view::npos)
        return report(path, std::string{null_byte});

    if (type.kind == value_kind::text) static_cast<std::string*>(target)->assign(parsed);
    else *static_cast<std::string_view*>(target) = parsed;
}

void reader::enumeration(const type_info& type, const json::value& source, void* target, const path_step* path)
{
    const auto& values = type.enumeration();
    const auto* string = source.if_string();
    const auto* value  = string ? values.find_by_name(text_of(*string)) : nullptr;
    if (!value) return report(path, not_one_of(values.quoted_list()));
    store_integer(type, value->value, target);
}

void reader::formatted_text(const type_info& type, const json::value& source, void* target, const path_step* path)
{
    const auto& format = type.format();
    const auto* string = source.if_string();
    if (!string || !format.parse(text_of(*string), target)) report(path, std::string{format.issue});
}

} // namespace verbatim::sdk::schema
