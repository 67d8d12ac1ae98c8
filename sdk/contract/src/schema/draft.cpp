// Mistakes in a `declare` function, each reported in one sentence when the schema is made.
#include "schema/draft.hpp"

#include "schema/reader.hpp"
#include "schema/writer.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace verbatim::sdk::schema {

draft::draft(object_schema& schema, const type_info& type, bool is_empty, void* defaults)
    : schema_{schema}
    , defaults_{defaults}
    , is_empty_{is_empty}
{
    schema.info     = &type;
    schema.defaults = defaults;
}

void draft::fail(const std::string& message) const
{
    std::string type = schema_.name;
    if (type.empty())
        type = schema_.fields.empty() ? "a type without schema.name()"
                                      : "the type with the first field '" + schema_.fields.front().name + "'";
    throw declaration_error(type + ": " + message);
}

void draft::run(void (*declare)(schema_builder&, void*))
{
    schema_builder builder{*this};
    declare(builder, defaults_);
}

std::size_t draft::offset_of(const void* member, std::size_t size, std::string_view name) const
{
    const auto start   = reinterpret_cast<std::uintptr_t>(defaults_);
    const auto address = reinterpret_cast<std::uintptr_t>(member);
    if (address < start || address + size > start + schema_.info->size)
        fail((name.empty() ? "the argument of schema.skip()" : "'" + std::string{name} + "'") +
             " is not a member of the second argument of declare(); pass the member itself");
    return address - start;
}

std::size_t draft::add(field field, const void* member)
{
    if (field.name.empty()) fail("a field has no name");
    if (field.description.empty()) fail("'" + field.name + "' has no description");
    if (schema_.find_field(field.name)) fail("'" + field.name + "' is declared twice; rename one");
    field.offset = offset_of(member, field.type->size, field.name);
    schema_.fields.push_back(std::move(field));
    return schema_.fields.size() - 1;
}

void draft::add_rule(const type_info& type, rule rule)
{
    if (&type != schema_.info) fail("schema.rule() has a rule over another type");
    schema_.rules.push_back(rule);
}

void draft::skip(const void* member, std::size_t size, std::size_t alignment)
{
    skipped_.push_back({offset_of(member, size, {}), size, alignment, {}});
}

void draft::check_gap(std::size_t from, std::size_t to, std::size_t alignment, std::string_view before) const
{
    const auto aligned = (from + alignment - 1) / alignment * alignment;
    if (aligned >= to) return;
    const auto gap =
        from == 0 ? "the first member"
                  : "the member after " + (before.empty() ? "a skipped member" : "'" + std::string{before} + "'");
    fail(gap + " is not declared; declare it, or pass it to schema.skip()");
}

void draft::check_coverage() const
{
    auto ranges = skipped_;
    for (const auto& field : schema_.fields)
        ranges.push_back({field.offset, field.type->size, field.type->alignment, field.name});
    std::stable_sort(ranges.begin(), ranges.end(),
                     [](const member_range& left, const member_range& right) { return left.offset < right.offset; });

    const member_range* last = nullptr; // the last field, for overlaps
    std::size_t         end  = 0;
    std::string_view    before;
    for (const auto& range : ranges)
    {
        if (last && !range.name.empty() && range.offset < last->offset + last->size)
            fail("'" + std::string{last->name} + "' and '" + std::string{range.name} +
                 "' are declared for the same member");
        check_gap(end, range.offset, range.alignment, before);
        if (!range.name.empty()) last = &range;
        if (range.offset + range.size > end)
        {
            end    = range.offset + range.size;
            before = range.name;
        }
    }
    if (!is_empty_) check_gap(end, schema_.info->size, schema_.info->alignment, before);
}

void draft::check_bounds(const field& field) const
{
    const auto  quoted = "'" + field.name + "'";
    const auto& bounds = field.bounds;
    if ((bounds.minimum_count && bounds.maximum_count && *bounds.minimum_count > *bounds.maximum_count) ||
        (bounds.minimum && bounds.maximum && *bounds.minimum > *bounds.maximum))
        fail(quoted + ": at_least() is above at_most()");
    const bool counts = unwrap_nullable(*field.type).kind != value_kind::integer;
    if (counts &&
        ((bounds.minimum_count && *bounds.minimum_count < 0) || (bounds.maximum_count && *bounds.maximum_count < 0)))
        fail(quoted + ": a bound of a length is below zero");
}

void draft::check_null_options(const field& field) const
{
    const auto quoted = "'" + field.name + "'";
    if (field.null_as_absent && field.presence != field_presence::optional)
        fail(quoted + ": null_as_absent() is for optional() only");
    if (field.null_as_absent && field.type->kind == value_kind::nullable)
        fail(quoted + ": null_as_absent() is not for a std::optional, which has a null");
    if (field.reject_null && (field.type->kind != value_kind::nullable || field.presence != field_presence::optional))
        fail(quoted + ": reject_null() is for optional() with a std::optional only");
    if (field.absent_if_null && (field.type->kind != value_kind::nullable || field.presence != field_presence::always))
        fail(quoted + ": absent_if_null() is for field() with a std::optional only");
}

/// Checks the default and the example of a field without nested schemas. `check_examples` checks the others, because a
/// nested schema may be this one.
void draft::check_value(const field& field, void* scratch) const
{
    const auto* inner = field.type;
    while (inner->element) inner = inner->element;
    if (inner->kind == value_kind::object) return;
    if (const auto problem = problem_with(field, schema_.defaults, scratch); !problem.empty()) fail(problem);
}

void draft::check(void* scratch)
{
    if (schema_.name.empty()) fail("it has no name; call schema.name(name, description)");
    const auto is_invalid = [](char c) { return !ascii::is_alphanumeric(c) && c != '_' && c != '.' && c != '-'; };
    if (std::any_of(schema_.name.begin(), schema_.name.end(), is_invalid))
        fail("its name must consist of letters, digits, '.', '_' and '-'");
    if (schema_.description.empty()) fail("it has no description; call schema.name(name, description)");
    check_coverage();
    for (const auto& field : schema_.fields)
    {
        check_bounds(field);
        check_null_options(field);
        check_value(field, scratch);
    }
    for (const auto& example : schema_.examples)
        if (!parse_json(example)) fail("its example is not JSON");
}

const object_schema& make_schema(const type_info& info, bool is_empty, const type& erased,
                                 void (*declare)(schema_builder&, void*))
{
    auto       defaults = erased.make();
    const auto scratch  = erased.make();
    auto       schema   = std::make_unique<object_schema>();

    schema->erased = erased;

    draft schema_draft{*schema, info, is_empty, defaults.get()};
    schema_draft.run(declare);
    schema_draft.check(scratch.get());
    defaults.release();
    return *schema.release();
}

} // namespace verbatim::sdk::schema
