#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/field_issue.hpp"
#include "verbatim/sdk/type_info.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// A request, a reply or a group of settings is declared once, by a function beside its struct:
///
///     void declare(sdk::schema_builder& schema, request& request)
///     {
///         schema.name("AnalyzeBulkRequest", "A question put to many feedback records.");
///         schema.required("prompt", asked.prompt, "The analyst's question.").at_least(1).at_most(4'000);
///     }
///
/// The left argument speaks of the wire, the right one of C++. From that one table come reading with every problem and
/// its path, writing, screening, the OpenAPI component, the query parameters and the manual of the settings.
namespace verbatim::sdk {

/// How a text is screened for attempts to steer a model: as a record's content, or as an analyst's question (no role
/// prefix rule).
enum class screening : unsigned char
{
    none,
    content,
    question,
};

/// Where a rule over several fields says what it found.
class VERBATIM_SDK_API validation_issues
{
public:
    /// `field` is the member's name on the wire, seen from the declared object; `issue` is the rule, never the input.
    virtual void add(std::string_view field, std::string_view issue) = 0;

protected:
    ~validation_issues() = default;
};

/// What may be said of any field. A handle is good as long as the declaration it came from.
class VERBATIM_SDK_API field_options
{
public:
    field_options(schema_builder& builder, std::size_t index) noexcept
        : builder_{builder}
        , index_{index}
    {}

protected:
    void set_example(std::string_view text);
    void set_null_as_absent();
    void set_reject_null();
    void set_without_null_byte();
    void set_minimum(double number);
    void set_maximum(double number);
    void set_minimum_count(std::int64_t count);
    void set_maximum_count(std::int64_t count);
    void set_screening(screening kind);

private:
    schema_builder& builder_;
    std::size_t     index_;
};

template <class Self>
class basic_field : public field_options
{
public:
    using field_options::field_options;

    /// Of a text: the text itself; of anything else: JSON.
    Self& example(std::string_view text) { return set_example(text), self(); }
    /// Null is read as if the member were not there, and the document says that it may be one.
    Self& null_as_absent() { return set_null_as_absent(), self(); }
    /// Of an optional that is left out or has a value: null is not of its type.
    Self& reject_null() { return set_reject_null(), self(); }

protected:
    Self& self() { return static_cast<Self&>(*this); }
};

/// A boolean, a word of an enumeration, an object, a spelled text.
class plain_field final : public basic_field<plain_field>
{
public:
    using basic_field::basic_field;
};

/// Bounds of a number's value, both inclusive.
class number_field final : public basic_field<number_field>
{
public:
    using basic_field::basic_field;

    number_field& at_least(double number) { return set_minimum(number), *this; }
    number_field& at_most(double number) { return set_maximum(number), *this; }
};

/// Bounds of an integer's value or of a list's number of items, both inclusive.
template <class Self>
class counted_field : public basic_field<Self>
{
public:
    using basic_field<Self>::basic_field;

    Self& at_least(std::integral auto n) { return this->set_minimum_count(static_cast<std::int64_t>(n)), this->self(); }
    Self& at_most(std::integral auto n) { return this->set_maximum_count(static_cast<std::int64_t>(n)), this->self(); }
};

class integer_field final : public counted_field<integer_field>
{
public:
    using counted_field::counted_field;
};

class list_field final : public counted_field<list_field>
{
public:
    using counted_field::counted_field;
};

/// Bounds count characters: Unicode code points, not bytes.
class text_field final : public counted_field<text_field>
{
public:
    using counted_field::counted_field;

    /// U+0000 is no part of it: no database takes one.
    text_field& without_null_byte() { return set_without_null_byte(), *this; }

    /// Subject to the rules against prompt injection; the gateway applies them before any handler runs.
    text_field& screened(screening kind = screening::content) { return set_screening(kind), *this; }
};

/// What a `declare` function speaks to. Its second argument is a default-made value: where each member lies in it and
/// what it holds is all that is learnt of the type, so pass its members themselves, never copies. Mistakes are told as
/// a std::logic_error by `declared<T>()`.
class VERBATIM_SDK_API schema_builder
{
public:
    schema_builder(const schema_builder&)            = delete;
    schema_builder& operator=(const schema_builder&) = delete;

    /// The component's name in the document, and one sentence on what it is.
    schema_builder& name(std::string_view name, std::string_view description);
    /// Members it does not know are problems; otherwise they are ignored.
    schema_builder& closed();
    /// A whole body, as JSON.
    schema_builder& example(std::string_view json);

    /// Must be sent.
    template <class T>
    auto required(std::string_view name, T& member, std::string_view description)
    {
        return add(name, member, description, schema::field_presence::required);
    }
    /// May be left out; then the member keeps its initialiser.
    template <class T>
    auto optional(std::string_view name, T& member, std::string_view description)
    {
        return add(name, member, description, schema::field_presence::optional);
    }
    /// Always there, in a reply.
    template <class T>
    auto field(std::string_view name, T& member, std::string_view description)
    {
        return add(name, member, description, schema::field_presence::always);
    }

    /// A rule over several fields, asked only when each is right by itself.
    template <class T>
    void rule(void (*check)(const T&, validation_issues&))
    {
        add_rule(schema::type_info_of<T>, reinterpret_cast<void (*)()>(check),
                 [](void (*function)(), const void* value, validation_issues& issues) {
                     reinterpret_cast<void (*)(const T&, validation_issues&)>(function)(*static_cast<const T*>(value),
                                                                                        issues);
                 });
    }

    /// A member that never travels; of a struct whose fields are declared one by one, its padding.
    template <class T>
    void skip(const T& member)
    {
        skip_member(&member, sizeof(T), alignof(T));
    }

private:
    friend class field_options;
    friend class schema::draft;

    explicit schema_builder(schema::draft& draft) noexcept
        : draft_{draft}
    {}

    template <class T>
    auto add(std::string_view name, T& member, std::string_view description, schema::field_presence presence)
    {
        static_assert(!std::is_const_v<T>,
                      "a declared field is a member of the value that declare() was given, not of a const one");
        return schema::field_for<T>{*this, add_field(name, &member, schema::type_info_of<T>, description, presence)};
    }

    std::size_t add_field(std::string_view, const void*, const schema::type_info&, std::string_view,
                          schema::field_presence);
    void        add_rule(const schema::type_info& type, void (*check)(), schema::rule_call*);
    void        skip_member(const void* member, std::size_t size, std::size_t alignment);

    schema::draft& draft_;
};

/// The table of a declared type. Throws std::logic_error with one sentence that names the type and the author's
/// mistake. Each plugin has tables of its own: two are equal by name and content, never by address. [any thread]
template <class T>
VERBATIM_SDK_HIDDEN const object_schema& schema_of()
{
    static_assert(schema::declares_object<T>,
                  "this type has no `void declare(sdk::declaration&, T&)` beside it that is seen before its first use");
    static const object_schema& schema = schema::make_schema(
        schema::type_info_of<T>, std::is_empty_v<T>, type_of<T>(),
        [](schema_builder& builder, void* defaults) { declare(builder, *static_cast<T*>(defaults)); });
    return schema;
}

/// Reads `from` into the default-made value at `into`. Returns every problem, in order (at most 1,000); with any, the
/// value must not be used. Members of type string_view borrow from `from`. [any thread]
VERBATIM_SDK_API std::vector<field_issue> read(const object_schema& schema, const boost::json::value& source,
                                               void* target);

/// The same from named texts: a query string, the environment. Lists and objects are given as JSON text. Absent:
/// nullopt. Nothing can be borrowed from them: a table with a string_view in it throws std::logic_error. [any thread]
VERBATIM_SDK_API std::vector<field_issue>
read(const object_schema& schema, const std::function<std::optional<std::string>(std::string_view)>& lookup,
     void* target);

/// Checks the texts marked `.screened()` after a valid read: docs/reference/screening.md. One entry per offending text,
/// in declared order, at most 1,000. [any thread]
VERBATIM_SDK_API std::vector<field_issue> screen(const object_schema& schema, const void* value);

/// Appends the value as JSON text, members in declared order. Throws std::logic_error on NaN and infinity. [any thread]
VERBATIM_SDK_API void write(const object_schema& schema, const void* value, std::string& output);

/// How many items all lists of the value hold, those of nested lists included: a measure of how long writing takes.
VERBATIM_SDK_API std::size_t item_count(const object_schema& schema, const void* value);

/// The closed JSON Schema of a model output, all members required and no bounds. Throws
/// std::logic_error for an open object, which no closed schema can ask for.
VERBATIM_SDK_API std::string strict_schema(const object_schema& schema);

/// The name given with `is`.
VERBATIM_SDK_API std::string_view name_of(const object_schema& schema) noexcept;

/// The sentence given with it.
VERBATIM_SDK_API std::string_view description_of(const object_schema& schema) noexcept;

/// One field of a table as a person reads it: for `--print-config`, the sample configuration and the manual.
struct field_documentation
{
    std::string name;
    std::string allowed; ///< "integer, at least 2", "'day', 'week' or 'month'", "path", "list as JSON text"
    std::string value;   ///< its value as it would be set, `***` for a secret that is set; empty when needed or null
    std::string example; ///< in the same form; empty without one
    std::string description;
    bool        required = false; ///< it has no default
    bool        secret   = false; ///< it is, or holds, a secret
    bool        is_text  = false; ///< its value is text; otherwise it is a boolean, a number or JSON
};

/// The fields in declared order, with the defaults, or with the values of `value`.
VERBATIM_SDK_API std::vector<field_documentation> document_fields(const object_schema& schema,
                                                                  const void*          value = nullptr);

} // namespace verbatim::sdk
