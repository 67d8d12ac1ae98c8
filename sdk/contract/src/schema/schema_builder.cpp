// The calls of a `declare` function, stored in the draft of its schema.
#include "schema/draft.hpp"

#include "verbatim/sdk/error.hpp"

#include <utility>

namespace verbatim::sdk {

enum_values::enum_values(std::string_view name, std::initializer_list<enum_value> values)
    : name_{name}
    , values_{values}
{
    if (values_.empty()) throw schema::declaration_error(name_ + ": the enumeration has no values");
    for (std::size_t i = 0; i < values_.size(); ++i)
    {
        const auto& entry = values_[i];
        if (find_by_name(entry.name) != &entry || find_by_value(entry.value) != &entry)
            throw schema::declaration_error(name_ + ": the name '" + std::string{entry.name} +
                                            "' or its value is declared twice");
        if (i > 0) quoted_list_ += i + 1 == values_.size() ? " or " : ", ";
        quoted_list_.append("'").append(entry.name).append("'");
    }
}

const enum_value* enum_values::find_by_name(std::string_view name) const noexcept
{
    for (const auto& entry : values_)
        if (entry.name == name) return &entry;
    return nullptr;
}

const enum_value* enum_values::find_by_value(std::int64_t value) const noexcept
{
    for (const auto& entry : values_)
        if (entry.value == value) return &entry;
    return nullptr;
}

void field_options::set_example(std::string_view text) { builder_.draft_.at(index_).example = text; }
void field_options::set_null_as_absent() { builder_.draft_.at(index_).null_as_absent = true; }
void field_options::set_reject_null() { builder_.draft_.at(index_).reject_null = true; }
void field_options::set_absent_if_null() { builder_.draft_.at(index_).absent_if_null = true; }
void field_options::set_without_null_byte() { builder_.draft_.at(index_).bounds.without_null_byte = true; }
void field_options::set_minimum(double number) { builder_.draft_.at(index_).bounds.minimum = number; }
void field_options::set_maximum(double number) { builder_.draft_.at(index_).bounds.maximum = number; }
void field_options::set_minimum_count(std::int64_t count) { builder_.draft_.at(index_).bounds.minimum_count = count; }
void field_options::set_maximum_count(std::int64_t count) { builder_.draft_.at(index_).bounds.maximum_count = count; }
void field_options::set_screening(screening kind) { builder_.draft_.at(index_).screened = kind; }

schema_builder& schema_builder::name(std::string_view name, std::string_view description)
{
    auto& schema = draft_.schema();
    if (!schema.name.empty()) draft_.fail("schema.name() is called twice");
    schema.name        = name;
    schema.description = description;
    return *this;
}

schema_builder& schema_builder::closed()
{
    draft_.schema().closed = true;
    return *this;
}

schema_builder& schema_builder::example(std::string_view json)
{
    draft_.schema().examples.emplace_back(json);
    return *this;
}

std::size_t schema_builder::add_field(std::string_view name, const void* member, const schema::type_info& type,
                                      std::string_view description, schema::field_presence presence)
{
    schema::field field;
    field.name        = name;
    field.description = description;
    field.type        = &type;
    field.presence    = presence;
    return draft_.add(std::move(field), member);
}

void schema_builder::add_rule(const schema::type_info& type, void (*check)(), schema::rule_call* call)
{
    draft_.add_rule(type, {check, call});
}

void schema_builder::skip_member(const void* member, std::size_t size, std::size_t alignment)
{
    draft_.skip(member, size, alignment);
}

} // namespace verbatim::sdk
