// Reading of objects and lists; single values are in values.cpp.
#include "schema/reader.hpp"

#include "schema/issues.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <utility>

namespace verbatim::sdk::schema {

namespace json = boost::json;

namespace {

/// An unknown key is part of the path; bytes beyond this number are cut.
constexpr std::size_t max_unknown_key = 64;

/// Reports the problems that a rule over several fields finds.
class issue_collector final : public validation_issues
{
public:
    issue_collector(reader& target, const path_step* path)
        : reader_{target}
        , path_{path}
    {}

    void add(std::string_view field, std::string_view issue) override
    {
        const path_step here{path_, field};
        reader_.report(&here, std::string{issue});
    }

private:
    reader&          reader_;
    const path_step* path_;
};

} // namespace

std::string path_text(const path_step* path)
{
    if (!path) return "body";
    std::string text = path->parent ? path_text(path->parent) : std::string{};
    if (path->is_item) return text.append("[").append(std::to_string(path->index)).append("]");
    if (!text.empty()) text += '.';
    return text.append(path->name);
}

void reader::report(const path_step* path, std::string issue)
{
    if (!full()) issues_.push_back({path_text(path), std::move(issue)});
}

void reader::object(const object_schema& schema, const json::value& source, void* target, const path_step* path)
{
    const auto* source_object = source.if_object();
    if (!source_object) return report(path, std::string{not_object});

    const auto issues_before = issues_.size();
    members(schema, *source_object, target, path);
    if (issues_.size() == issues_before) check_rules(schema, target, path);
}

void reader::members(const object_schema& schema, const json::object& source, void* target, const path_step* path)
{
    // Most bodies have their members in the declared order, so the search begins after the previous member.
    auto        next        = source.begin();
    std::size_t known_count = 0;
    for (const auto& field : schema.fields)
    {
        if (full()) return;
        auto member = next;
        if (member == source.end() || member->key() != field.name) member = source.find(field.name);
        const path_step here{path, field.name};
        if (member == source.end())
        {
            if (field.is_required()) report(&here, std::string{field_required});
            continue;
        }
        ++known_count;
        next = member + 1;
        if (field.null_as_absent && member->value().is_null()) continue;
        // A rejected null is a problem like any other wrong value, and is not stored.
        const bool is_rejected_null = field.reject_null && member->value().is_null();
        value(is_rejected_null ? unwrap_nullable(*field.type) : *field.type, field.bounds, member->value(),
              field.member_of(target), &here);
    }
    if (schema.closed && known_count < source.size()) unknown_members(schema, source, path);
}

void reader::unknown_members(const object_schema& schema, const json::object& source, const path_step* path)
{
    for (const auto& member : source)
    {
        if (full()) return;
        if (schema.find_field(member.key())) continue;
        const path_step here{path, utf8::truncated(member.key(), max_unknown_key)};
        report(&here, std::string{unknown_field});
    }
}

void reader::check_rules(const object_schema& schema, const void* value, const path_step* path)
{
    issue_collector collector{*this, path};
    for (const auto& rule : schema.rules) rule.call(rule.function, value, collector);
}

void reader::list(const type_info& type, const value_bounds& bounds, const json::value& source, void* target,
                  const path_step* path)
{
    const auto* items = source.if_array();
    if (!items) return report(path, std::string{not_list});

    const auto count = items->size();
    if (bounds.minimum_count && count < static_cast<std::size_t>(*bounds.minimum_count))
        report(path, too_few(*bounds.minimum_count, count));
    if (bounds.maximum_count && count > static_cast<std::size_t>(*bounds.maximum_count))
        report(path, too_many(*bounds.maximum_count, count));

    type.clear(target);
    type.reserve(target, count); // costs little: memory that is not written is not mapped, and reading stops early
    const value_bounds no_bounds;
    for (std::size_t i = 0; i < count && !full(); ++i)
    {
        const path_step here{path, {}, i, true};
        value(*type.element, no_bounds, (*items)[i], type.add(target), &here);
    }
}

} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

std::vector<field_issue> read(const object_schema& schema, const boost::json::value& source, void* target)
{
    schema::reader reader;
    reader.object(schema, source, target, nullptr);
    return std::move(reader).issues();
}

} // namespace verbatim::sdk
