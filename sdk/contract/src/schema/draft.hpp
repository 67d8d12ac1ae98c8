#pragma once

#include "schema/table.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk::schema {

/// A table while its author's `declare` is asked. What is wrong at once is thrown at once; what needs all fields, by
/// `finish`.
class draft
{
public:
    draft(table& making, const shape& of, bool is_empty, void* blank);

    void ask(void (*declare)(declaration&, void*));
    /// The checks that need the whole table. `scratch` is a second default-made value, to read defaults and examples
    /// into.
    void finish(void* scratch);

    std::size_t add(field one, const void* member);
    void        add_rule(const shape& over, rule one);
    void        skip(const void* member, std::size_t size, std::size_t alignment);
    field&      at(std::size_t index) { return making_.fields.at(index); }
    table&      making() { return making_; }

    /// A sentence that names the type, thrown.
    [[noreturn]] void mistake(const std::string& what) const;

private:
    struct place
    {
        std::size_t      offset;
        std::size_t      size;
        std::size_t      alignment;
        std::string_view name; ///< empty: skipped
    };

    std::size_t offset_of(const void* member, std::size_t size, std::string_view name) const;
    void        check_places() const;
    void        check_hole(std::size_t from, std::size_t to, std::size_t alignment, std::string_view before) const;
    void        check_bounds(const field& one) const;
    void        check_words(const field& one) const;
    void        check_value(const field& one, void* scratch) const;

    table&             making_;
    void*              blank_;
    bool               is_empty_;
    std::vector<place> skipped_;
};

} // namespace verbatim::sdk::schema
