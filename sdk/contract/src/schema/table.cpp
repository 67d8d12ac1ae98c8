#include "schema/table.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <algorithm>

namespace verbatim::sdk {

const schema::field* table::named(std::string_view wanted) const noexcept
{
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const schema::field& one) { return one.name == wanted; });
    return found == fields.end() ? nullptr : &*found;
}

std::string_view name_of(const table& what) noexcept { return what.name; }

std::string_view sentence_of(const table& what) noexcept { return what.sentence; }

const schema::shape* shape_of_member(const table& what, std::string_view name) noexcept
{
    if (const auto* one = what.named(name)) return one->is;
    return what.closed ? &schema::shape_of<bool> : nullptr;
}

namespace schema {

namespace {

const shape& innermost(const shape& of)
{
    const shape* one = &of;
    while (one->of) one = one->of;
    return *one;
}

bool reaches(const table& from, bool (*wanted)(const field&), std::vector<const table*>& seen)
{
    if (std::find(seen.begin(), seen.end(), &from) != seen.end()) return false;
    seen.push_back(&from);
    return std::any_of(from.fields.begin(), from.fields.end(), [&](const field& one) {
        const auto& inner = innermost(*one.is);
        return wanted(one) || (inner.is == kind::object && reaches(inner.object(), wanted, seen));
    });
}

bool is_secret(const field& one)
{
    const auto& inner = innermost(*one.is);
    return inner.is == kind::spelled && inner.spelled().secret;
}

} // namespace

bool is_textual(const shape& of) noexcept
{
    switch (beneath(of).is)
    {
    case kind::text:
    case kind::borrowed_text:
    case kind::words:
    case kind::spelled: return true;
    case kind::boolean:
    case kind::integer:
    case kind::number:
    case kind::object:
    case kind::open_object:
    case kind::list:
    case kind::nullable: return false;
    }
    return false;
}

bool any_field_of(const table& from, bool (*wanted)(const field&))
{
    std::vector<const table*> seen;
    return reaches(from, wanted, seen);
}

bool borrows(const table& one)
{
    return any_field_of(one, [](const field& member) { return innermost(*member.is).is == kind::borrowed_text; });
}

bool holds_secret(const shape& of)
{
    const auto& inner = innermost(of);
    if (inner.is == kind::spelled) return inner.spelled().secret;
    return inner.is == kind::object && any_field_of(inner.object(), &is_secret);
}

} // namespace schema
} // namespace verbatim::sdk
