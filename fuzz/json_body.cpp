// Request bodies: JSON, and the declared request of analyze-bulk.
#include "target.hpp"

#include "gateway/json_body.hpp"

#include "wire.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::fuzz {

namespace {

using core::gateway::body_selection;
using core::gateway::json_body;
using request = analyze_bulk::request;

/// The result of reading a body: the error for the caller, or the request.
struct outcome
{
    std::optional<sdk::errc>      error;
    std::vector<sdk::field_issue> issues;
    std::string                   request; ///< as JSON text

    friend bool operator==(const outcome&, const outcome&) = default;
};

outcome read(std::string_view text, const body_selection* selection)
{
    const auto& schema = sdk::schema_of<request>();
    outcome     result;
    try
    {
        const json_body body{text, selection};
        request         target;
        result.issues = sdk::read(schema, body.value(), &target);
        if (!result.issues.empty()) return result;
        sdk::write(schema, &target, result.request);
        result.issues = sdk::screen(schema, &target);
    }
    catch (const sdk::error& error)
    {
        result.error  = error.code();
        result.issues = error.fields;
    }
    return result;
}

void require_sound(const outcome& result)
{
    for (const auto& [field, issue] : result.issues)
        require(!field.empty() && !issue.empty(), "every problem has a path and a rule");
    if (!result.error) return;
    require(result.error == sdk::errc::payload_too_large || result.issues.size() == 1, "a refused body has one reason");
    require(result.error == sdk::errc::json_invalid || result.error == sdk::errc::validation_error ||
                result.error == sdk::errc::payload_too_large,
            "a body is refused with a documented code");
}

bool is_finite(const boost::json::value& value)
{
    if (const auto* number = value.if_double()) return std::isfinite(*number);
    if (const auto* items = value.if_array()) return std::ranges::all_of(*items, is_finite);
    if (const auto* members = value.if_object())
        return std::ranges::all_of(*members, [](const auto& member) { return is_finite(member.value()); });
    return true;
}

/// Whether Boost.JSON's own parser accepts the text.
bool is_json(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    boost::json::parse_options options;
    options.max_depth = 64;
    boost::system::error_code error;
    const auto                value = boost::json::parse(text, error, {}, options);
    return !error && is_finite(value);
}

/// Whether a number may be infinite. A later member of the same name hides it from is_json.
bool may_overflow(std::string_view text)
{
    constexpr std::size_t max_exponent_digits = 2;
    constexpr std::size_t max_digits          = 308;
    std::size_t           digits              = 0;
    std::size_t           limit               = max_digits;
    for (const char c : text)
    {
        if (sdk::ascii::is_digit(c))
        {
            if (++digits > limit) return true;
            continue;
        }
        digits = 0;
        limit  = c == 'e' || c == 'E' || (c == '+' && limit == max_exponent_digits) ? max_exponent_digits : max_digits;
    }
    return false;
}

/// Boost.JSON reads some doubles inexactly, so numbers may differ in their last digits.
bool is_same(const boost::json::value& left, const boost::json::value& right)
{
    if (left.is_number() && right.is_number())
    {
        const auto a = left.to_number<double>(), b = right.to_number<double>();
        return std::abs(a - b) <= std::abs(a) * 1e-13;
    }
    if (left.is_array() && right.is_array()) return std::ranges::equal(left.get_array(), right.get_array(), is_same);
    if (left.is_object() && right.is_object())
        return std::ranges::equal(left.get_object(), right.get_object(), [](const auto& a, const auto& b) {
            return a.key() == b.key() && is_same(a.value(), b.value());
        });
    return left == right;
}

void require_equal_again(const outcome& original, const body_selection& selection)
{
    const auto again = read(original.request, &selection);
    require(!again.error && again.issues == original.issues, "a request that is written is accepted again");
    boost::json::parse_options options;
    options.max_depth = 64;
    require(is_same(boost::json::parse(again.request, {}, options), boost::json::parse(original.request, {}, options)),
            "a request that is written reads back equal");
}

} // namespace

void run(std::string_view input)
{
    static const std::optional<std::vector<std::string>> all_members;
    static const body_selection                          selection{&sdk::schema_of<request>(), &all_members};

    const auto selected = read(input, &selection);
    const auto complete = read(input, nullptr);
    require_sound(selected);
    require_sound(complete);
    if (complete.error != sdk::errc::payload_too_large)
    {
        require(selected == complete, "members that no operation reads change nothing");
        require(is_json(input) == !complete.error || (complete.error && may_overflow(input)),
                "exactly JSON of at most 64 levels is parsed");
    }
    if (!selected.request.empty()) require_equal_again(selected, selection);
}

} // namespace verbatim::fuzz
