#pragma once

#include "schema/object_schema.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk::schema {

/// A schema while its `declare` function runs. Each function throws programming_error for a mistake in its arguments;
/// `check` throws it for a mistake in the whole schema.
class draft
{
public:
    draft(object_schema& schema, const type_info& type, bool is_empty, void* defaults);

    void run(void (*declare)(schema_builder&, void*));
    /// The checks that need all fields. `scratch` is a second default-made value, to read defaults and examples
    /// into.
    void check(void* scratch);

    std::size_t    add(field field, const void* member);
    void           add_rule(const type_info& type, rule rule);
    void           skip(const void* member, std::size_t size, std::size_t alignment);
    field&         at(std::size_t index) { return schema_.fields.at(index); }
    object_schema& schema() { return schema_; }

    /// Throws programming_error with the name of the type and `message`.
    [[noreturn]] void fail(const std::string& message) const;

private:
    struct member_range
    {
        std::size_t      offset;
        std::size_t      size;
        std::size_t      alignment;
        std::string_view name; ///< empty: skipped
    };

    std::size_t offset_of(const void* member, std::size_t size, std::string_view name) const;
    void        check_coverage() const;
    void        check_gap(std::size_t from, std::size_t to, std::size_t alignment, std::string_view before) const;
    void        check_bounds(const field& field) const;
    void        check_null_options(const field& field) const;
    void        check_value(const field& field, void* scratch) const;

    object_schema&            schema_;
    void*                     defaults_;
    bool                      is_empty_;
    std::vector<member_range> skipped_;
};

} // namespace verbatim::sdk::schema
