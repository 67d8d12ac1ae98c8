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

/// A request, a response or a group of settings is declared once, by a function beside its struct:
///
///     void declare(sdk::schema_builder& schema, request& request)
///     {
///         schema.name("AnalyzeBulkRequest", "A question about many feedback records.");
///         schema.required("prompt", request.prompt, "The analyst's question.").at_least(1).at_most(4'000);
///     }
///
/// The first argument is the name in JSON, the second the member. The host derives from the schema how it reads, writes
/// and screens values, the OpenAPI component, the query parameters and the documentation of settings.
namespace verbatim::sdk {

/// How a text is screened for prompt injection: docs/reference/screening.md. `question` is for an analyst's question,
/// which may start with a role prefix.
enum class screening : unsigned char
{
    none,
    content,
    question,
};

/// Collects the problems that a rule over several fields finds.
class VERBATIM_SDK_API validation_issues
{
public:
    /// `field` is the path in JSON from the declared object; `issue` states the rule and never quotes the input.
    virtual void add(std::string_view field, std::string_view issue) = 0;

protected:
    ~validation_issues() = default;
};

/// Options of any field. Use it only inside the `declare` function that it comes from.
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
    void set_absent_if_null();
    void set_without_null_byte();
    void set_minimum(double number);
    void set_maximum(double number);
    void set_minimum_count(std::int64_t count);
    void set_maximum_count(std::int64_t count);
    void set_screening(screening kind);

private:
    friend struct layouts;

    schema_builder& builder_;
    std::size_t     index_;
};

template <class Self>
class basic_field : public field_options
{
public:
    using field_options::field_options;

    /// An example of the value. For a text the text itself, for any other type JSON.
    Self& example(std::string_view text) { return set_example(text), self(); }
    /// Null is allowed, and means the same as an absent member.
    Self& null_as_absent() { return set_null_as_absent(), self(); }
    /// For a std::optional: the member may be absent, but null is a problem.
    Self& reject_null() { return set_reject_null(), self(); }
    /// For a std::optional in a response: the member is absent where it would be null.
    Self& absent_if_null() { return set_absent_if_null(), self(); }

protected:
    Self& self() { return static_cast<Self&>(*this); }
};

/// A boolean, an enumeration, an object, or a type with a text_format.
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

    /// Rejects U+0000, which PostgreSQL cannot store.
    text_field& without_null_byte() { return set_without_null_byte(), *this; }

    /// The host checks it for prompt injection before the operation runs.
    text_field& screened(screening kind = screening::content) { return set_screening(kind), *this; }
};

/// The schema while a `declare` function builds it. The second argument of `declare` is a default-made value. From it
/// the schema gets the offset and the default of each member, so pass the members themselves, never copies.
/// `schema_of` throws programming_error for a mistake.
class VERBATIM_SDK_API schema_builder
{
public:
    schema_builder(const schema_builder&)            = delete;
    schema_builder& operator=(const schema_builder&) = delete;

    /// The name of the component in the OpenAPI document, and one sentence that describes it.
    schema_builder& name(std::string_view name, std::string_view description);
    /// Unknown members are problems; without it they are ignored.
    schema_builder& closed();
    /// An example of the whole value, as JSON.
    schema_builder& example(std::string_view json);

    /// A required member of a request.
    template <class T>
    auto required(std::string_view name, T& member, std::string_view description)
    {
        return add(name, member, description, schema::field_presence::required);
    }
    /// A member that may be absent; it then keeps its initialiser.
    template <class T>
    auto optional(std::string_view name, T& member, std::string_view description)
    {
        return add(name, member, description, schema::field_presence::optional);
    }
    /// A member of a response or of a model's output. It is always present.
    template <class T>
    auto field(std::string_view name, T& member, std::string_view description)
    {
        return add(name, member, description, schema::field_presence::always);
    }

    /// A rule over several fields, checked when each field is valid by itself.
    template <class T>
    void rule(void (*check)(const T&, validation_issues&))
    {
        add_rule(schema::type_info_of<T>, reinterpret_cast<void (*)()>(check),
                 [](void (*function)(), const void* value, validation_issues& issues) {
                     reinterpret_cast<void (*)(const T&, validation_issues&)>(function)(*static_cast<const T*>(value),
                                                                                        issues);
                 });
    }

    /// A member that is not part of the JSON.
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
                      "a declared field must be a member of the second argument of declare(), which is not const");
        return schema::field_for<T>{*this, add_field(name, &member, schema::type_info_of<T>, description, presence)};
    }

    std::size_t add_field(std::string_view, const void*, const schema::type_info&, std::string_view,
                          schema::field_presence);
    void        add_rule(const schema::type_info& type, void (*check)(), schema::rule_call*);
    void        skip_member(const void* member, std::size_t size, std::size_t alignment);

    schema::draft& draft_;
};

/// The schema of a declared type. Throws programming_error with a sentence that names the type and the mistake in its
/// `declare`. Each plugin has schemas of its own: compare names and content, never addresses. [any thread]
template <class T>
VERBATIM_SDK_HIDDEN const object_schema& schema_of()
{
    static_assert(schema::declares_object<T>,
                  "no `void declare(sdk::schema_builder&, T&)` for this struct: declare it in the struct's namespace, "
                  "before the first use of the schema");
    static const object_schema& schema = schema::make_schema(
        schema::type_info_of<T>, std::is_empty_v<T>, type_of<T>(),
        [](schema_builder& builder, void* defaults) { declare(builder, *static_cast<T*>(defaults)); });
    return schema;
}

/// Reads `source` into the default-made value at `target`. Returns all problems in order, at most 1,000. If there are
/// any, the value must not be used. Members of type string_view borrow from `source`. [any thread]
VERBATIM_SDK_API std::vector<field_issue> read(const object_schema& schema, const boost::json::value& source,
                                               void* target);

/// The same from named texts, such as a query string or the environment: `lookup` returns nullopt for an absent name.
/// Lists and objects are JSON text. Throws programming_error for a schema with a string_view member. [any thread]
VERBATIM_SDK_API std::vector<field_issue>
read(const object_schema& schema, const std::function<std::optional<std::string>(std::string_view)>& lookup,
     void* target);

/// Checks the texts marked `.screened()` after a valid read: docs/reference/screening.md. One entry per offending text,
/// in declared order, at most 1,000. [any thread]
VERBATIM_SDK_API std::vector<field_issue> screen(const object_schema& schema, const void* value);

/// Appends the value as JSON text, members in declared order. Throws programming_error for NaN, infinity, and an
/// enumeration without a name for its value. [any thread]
VERBATIM_SDK_API void write(const object_schema& schema, const void* value, std::string& output);

/// The items of all lists of the value, nested ones included, and its texts in KiB: a measure of the time to write it.
VERBATIM_SDK_API std::size_t item_count(const object_schema& schema, const void* value);

/// The JSON Schema of a model's output: closed, all members required, no bounds. Values of enumerations have no
/// descriptions; the prompt describes them, because some models do not receive the schema. Throws programming_error for
/// an open object, which no closed schema can describe.
VERBATIM_SDK_API std::string strict_schema(const object_schema& schema);

/// The name that schema_builder::name() set.
VERBATIM_SDK_API std::string_view name_of(const object_schema& schema) noexcept;

/// The description that schema_builder::name() set.
VERBATIM_SDK_API std::string_view description_of(const object_schema& schema) noexcept;

/// One field as shown to people: `--print-config`, the sample configuration and the documentation of settings.
struct field_documentation
{
    std::string name;
    std::string allowed; ///< "integer, at least 2", "'day', 'week' or 'month'", "path", "list as JSON text"
    std::string value;   ///< its value as it would be set, `***` for a secret that is set; empty if required or null
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
