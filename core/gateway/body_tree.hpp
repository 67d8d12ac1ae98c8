#pragma once

#include "verbatim/sdk/shape.hpp"

#include <boost/json/storage_ptr.hpp>
#include <boost/json/value_stack.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// Which parts of a body an operation looks at.
struct body_use
{
    const sdk::table*                              request;
    const std::optional<std::vector<std::string>>* open_members; ///< sdk::descriptor::open_members
};

/// Makes a tree of what a JSON parser finds, as far as it is used: a value that nobody reads is passed over, and of an
/// object or a list where a plain value should stand only the kind is kept, since that is all a reader can say of it.
/// The parser's handler.
class body_tree
{
public:
    static constexpr std::size_t max_object_size = boost::json::object::max_size();
    static constexpr std::size_t max_array_size  = boost::json::array::max_size();
    static constexpr std::size_t max_key_size    = boost::json::string::max_size();
    static constexpr std::size_t max_string_size = boost::json::string::max_size();

    /// `building` is where half-made objects and lists wait, `made` where the tree lives. Without `use` everything is
    /// kept.
    body_tree(const body_use* use, boost::json::storage_ptr building, boost::json::storage_ptr made);

    /// After the parser has come to its end.
    boost::json::value release() { return values_.release(); }

    using error_code  = boost::system::error_code;
    using string_view = boost::json::string_view;

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }
    bool on_object_begin(error_code&) { return open(true); }
    bool on_object_end(std::size_t, error_code&) { return close(); }
    bool on_array_begin(error_code&) { return open(false); }
    bool on_array_end(std::size_t, error_code&) { return close(); }
    bool on_key_part(string_view part, std::size_t, error_code&);
    bool on_key(string_view part, std::size_t, error_code&);
    bool on_string_part(string_view part, std::size_t, error_code&);
    bool on_string(string_view part, std::size_t, error_code&);
    bool on_number_part(string_view, error_code&) { return true; }
    bool on_int64(std::int64_t number, string_view, error_code&);
    bool on_uint64(std::uint64_t number, string_view, error_code&);
    bool on_double(double number, string_view, error_code&);
    bool on_bool(bool truth, error_code&);
    bool on_null(error_code&);
    bool on_comment_part(string_view, error_code&) { return true; }
    bool on_comment(string_view, error_code&) { return true; }

private:
    /// What is read of a value: nothing, all of it, or what its shape has a place for.
    struct reading
    {
        enum class extent : unsigned char
        {
            none,
            all,
            shape,
        };
        extent                    what = extent::none;
        const sdk::schema::shape* of   = nullptr; ///< with extent::shape, never a nullable
    };

    /// An object or a list that is being parsed.
    struct level
    {
        bool        is_object;
        reading     as;
        std::size_t kept = 0; ///< values, or members, of it on the stack
    };

    static reading shaped(const sdk::schema::shape* of) noexcept;

    bool open(bool is_object);
    bool close();

    bool    passing() const noexcept { return passed_ != 0; }
    reading next() const;
    reading member(const level& of, std::string_view name) const;
    bool    takes_plain();

    const body_use*          use_;
    boost::json::value_stack values_;
    std::vector<level>       levels_;
    reading                  coming_;         ///< of the value that follows the latest member name
    std::string              name_;           ///< the parts of a name that came in several
    std::size_t              passed_ = 0;     ///< objects and lists around here that nobody reads
    bool                     hollow_ = false; ///< the outermost of them leaves an empty one of its kind
};

} // namespace verbatim::core::gateway
