#include "document_values.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace verbatim::remote {

namespace {

struct layouts
{
    std::array<object_layout, max_objects> objects;
    std::size_t                            next_object = 2 * max_operations;
    std::vector<const field_declaration*>  choices;
    std::deque<object_declaration>         items; ///< of lists
};

/// Never destroyed: schemas refer to it.
layouts& all()
{
    static layouts& stored = *new layouts;
    return stored;
}

template <std::size_t... N>
sdk::enum_values values_of(const field_declaration& field, std::index_sequence<N...>)
{
    enum class position : std::int64_t
    {
    };
    return {
        field.type_name,
        {sdk::enum_value{fixed_text(field.choices[N].name), position{N}, fixed_text(field.choices[N].description)}...}};
}

constexpr std::size_t max_values = 32; // as the document's schema says

sdk::enum_values values_of(const field_declaration& field)
{
    constexpr auto by_count = []<std::size_t... N>(std::index_sequence<N...>)
    {
        using make = sdk::enum_values (*)(const field_declaration&);
        return std::array<make, max_values>{
            [](const field_declaration& of) { return values_of(of, std::make_index_sequence<N + 1>{}); }...};
    }
    (std::make_index_sequence<max_values>{});
    return by_count.at(field.choices.size() - 1)(field);
}

template <std::size_t Number>
struct choice
{
    enum class type : std::int64_t
    {
    };
    friend sdk::enum_values declare(type) { return values_of(*all().choices.at(Number)); }
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// The default of a field, which is text for a text and JSON for any other type. Reading the schema's default reports
/// one that breaks a rule.
template <class T>
T default_of(const field_declaration& field)
{
    if (!field.default_value) return T{};
    const auto& text = *field.default_value;
    if constexpr (std::same_as<T, std::string>) return text;
    else if constexpr (std::is_enum_v<T>)
    {
        const auto found = std::ranges::find(field.choices, text, &choice_value::name);
        if (found == field.choices.end()) throw std::runtime_error{"the default of '" + field.name + "' is no choice"};
        return T{found - field.choices.begin()};
    }
    else if constexpr (std::is_arithmetic_v<T>)
    {
        boost::system::error_code error;
        const auto                parsed = boost::json::parse(text, error);
        if (!error)
            if (const auto value = boost::json::try_value_to<T>(parsed)) return *value;
        throw std::runtime_error{"the default of '" + field.name + "' has another type"};
    }
    else return T{};
}

template <class Options>
void set_options(Options options, const field_declaration& field, bool in_request)
{
    if (field.example) options.example(*field.example);
    if constexpr (std::same_as<Options, sdk::number_field>)
    {
        if (field.at_least) options.at_least(*field.at_least);
        if (field.at_most) options.at_most(*field.at_most);
    }
    else if constexpr (requires { options.at_least(1); })
    {
        if (field.at_least) options.at_least(static_cast<std::int64_t>(*field.at_least));
        if (field.at_most) options.at_most(static_cast<std::int64_t>(*field.at_most));
    }
    if constexpr (std::same_as<Options, sdk::text_field>)
        if (in_request && field.screened.value_or(true)) options.screened();
}

/// The parts of a member, nested ones included.
template <class T>
void visit_member(T& member, const field_declaration& field, const object_value::visitor& use)
{
    if constexpr (is_optional<T>)
    {
        if (member) visit_member(*member, field, use);
    }
    else if constexpr (std::same_as<T, std::string>)
    {
        const bool is_id = field.kind == field_kind::record_id || field.kind == field_kind::record_ids;
        if (is_id && use.record_id) use.record_id(member);
        if (!is_id && use.text) use.text(member, field);
    }
    else if constexpr (std::same_as<T, feedback::record>)
    {
        if (use.record) use.record(member);
    }
    else if constexpr (std::derived_from<T, object_value>) member.visit(use);
    else if constexpr (requires { typename T::value_type; })
        for (auto& item : member) visit_member(item, field, use);
}

template <class T>
constexpr member_type member_type_of{
    .size      = sizeof(T),
    .alignment = alignof(T),
    .make      = [](void*                    at,
               const field_declaration& field) { std::construct_at(static_cast<T*>(at), default_of<T>(field)); },
    .copy      = [](void*       at,
               const void* source) { std::construct_at(static_cast<T*>(at), *static_cast<const T*>(source)); },
    .move = [](void* at, void* source) { std::construct_at(static_cast<T*>(at), std::move(*static_cast<T*>(source))); },
    .destroy = [](void* at) noexcept { std::destroy_at(static_cast<T*>(at)); },
    .declare =
        [](sdk::schema_builder& schema, const field_declaration& field, void* at, bool in_request) {
            auto& member = *static_cast<T*>(at);
            if (!in_request) set_options(schema.field(field.name, member, field.description), field, false);
            else if (field.required) set_options(schema.required(field.name, member, field.description), field, true);
            else set_options(schema.optional(field.name, member, field.description), field, true);
        },
    .visit = [](void* at, const field_declaration& field,
                const object_value::visitor& use) { visit_member(*static_cast<T*>(at), field, use); }};

bool is_nullable(const field_declaration& field) { return field.nullable || (!field.required && !field.default_value); }

template <class T>
const member_type& member_type_for(const field_declaration& field)
{
    return is_nullable(field) ? member_type_of<std::optional<T>> : member_type_of<T>;
}

using member_type_function = const member_type& (*)(const field_declaration&);

template <std::size_t... N>
constexpr auto list_types(std::index_sequence<N...>)
{
    return std::array<member_type_function, sizeof...(N)>{&member_type_for<std::vector<value<N>>>...};
}
template <std::size_t... N>
constexpr auto choice_types(std::index_sequence<N...>)
{
    return std::array<member_type_function, sizeof...(N)>{&member_type_for<typename choice<N>::type>...};
}
template <std::size_t... N>
constexpr auto object_types(std::index_sequence<N...>)
{
    return std::array<sdk::type, sizeof...(N)>{sdk::type_of<value<N>>()...};
}

const member_type& type_for(const field_declaration& field, bool in_request)
{
    switch (field.kind)
    {
    case field_kind::text:
    case field_kind::record_id: return member_type_for<std::string>(field);
    case field_kind::integer: return member_type_for<std::int64_t>(field);
    case field_kind::number: return member_type_for<double>(field);
    case field_kind::boolean: return member_type_for<bool>(field);
    case field_kind::texts:
    case field_kind::record_ids: return member_type_for<std::vector<std::string>>(field);
    case field_kind::record: return member_type_for<feedback::record>(field);
    case field_kind::records: return member_type_for<std::vector<feedback::record>>(field);
    case field_kind::choice:
    {
        static constexpr auto types   = choice_types(std::make_index_sequence<max_choices>{});
        auto&                 choices = all().choices;
        const auto            number  = static_cast<std::size_t>(
            std::ranges::find(choices, field.type_name, &field_declaration::type_name) - choices.begin());
        if (number == max_choices)
            throw std::runtime_error{"the documents have more than " + std::to_string(max_choices) + " choices"};
        if (number == choices.size()) choices.push_back(&field);
        else if (choices[number]->choices != field.choices)
            throw std::runtime_error{field.type_name + " has other values elsewhere"};
        return types[number](field);
    }
    case field_kind::objects:
    {
        static constexpr auto types  = list_types(std::make_index_sequence<max_objects>{});
        const auto            number = next_object_number();
        auto&                 items  = all().items;
        items.push_back({.description = "An item of `" + field.name + "`.", .example = {}, .fields = field.fields});
        add_object(number, items.back(), field.type_name, in_request);
        return types[number](field);
    }
    }
    throw std::logic_error{"unknown kind of a field"};
}

std::atomic<std::size_t> value_count = 0;

void count_value()
{
    if (++value_count <= object_value::max_values) return;
    --value_count;
    throw sdk::error{sdk::errc::overloaded, "too many objects of remote processes"};
}

} // namespace

object_value::object_value(const object_layout& layout)
    : layout_{&layout}
{
    count_value();
    for (const auto& member : layout.members) member.type->make(at(member), *member.field);
}

object_value::object_value(const object_value& other)
    : layout_{other.layout_}
{
    count_value();
    for (const auto& member : layout_->members) member.type->copy(at(member), other.storage_.data() + member.offset);
}

object_value::object_value(object_value&& other) noexcept
    : layout_{other.layout_}
{
    ++value_count; // the other one ends soon
    for (const auto& member : layout_->members) member.type->move(at(member), other.at(member));
}

object_value::~object_value()
{
    for (const auto& member : layout_->members) member.type->destroy(at(member));
    --value_count;
}

void object_value::declare_members(sdk::schema_builder& schema)
{
    schema.name(layout_->type_name, layout_->description);
    if (!layout_->example.empty()) schema.example(layout_->example);
    for (const auto& member : layout_->members)
        member.type->declare(schema, *member.field, at(member), layout_->in_request);
}

void object_value::visit(const visitor& visitor)
{
    for (const auto& member : layout_->members) member.type->visit(at(member), *member.field, visitor);
}

std::size_t next_object_number()
{
    if (all().next_object == max_objects)
        throw std::runtime_error{"the documents have more than " + std::to_string(max_objects - 2 * max_operations) +
                                 " outputs and lists of objects"};
    return all().next_object++;
}

void add_object(std::size_t number, const object_declaration& object, const std::string& type_name, bool in_request)
{
    auto& layout = all().objects.at(number);
    layout       = {.type_name   = type_name,
                    .description = object.description,
                    .example     = object.example ? boost::json::serialize(*object.example) : std::string{},
                    .in_request  = in_request,
                    .members     = {}};

    std::size_t end = 0;
    for (const auto& field : object.fields)
    {
        const auto& type   = type_for(field, in_request);
        const auto  offset = (end + type.alignment - 1) / type.alignment * type.alignment;
        end                = offset + type.size;
        if (end > object_value::capacity)
            throw std::runtime_error{type_name + " has too many members, from '" + field.name + "' on"};
        layout.members.push_back({&field, &type, offset});
    }
}

const object_layout& layout_at(std::size_t number) noexcept { return all().objects[number]; }

sdk::type type_at(std::size_t number)
{
    static constexpr auto types = object_types(std::make_index_sequence<max_objects>{});
    return types.at(number);
}

} // namespace verbatim::remote
