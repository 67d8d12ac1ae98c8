#pragma once

#include "verbatim/sdk/type_info.hpp"

#include "gateway/unknown_members.hpp"

#include <boost/json/storage_ptr.hpp>
#include <boost/json/value_stack.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// The parts of a body that an operation reads.
struct body_selection
{
    const sdk::object_schema*                      request;
    const std::optional<std::vector<std::string>>* open_members; ///< sdk::descriptor::open_members
    /// If not empty: only these members of the body, completely. The schema is then not used.
    std::span<const std::string_view>          only_members = {};
    std::span<const sdk::object_schema* const> further      = {}; ///< further members of the body
};

/// Handler of the JSON parser. Builds a tree of the selected parts and skips other values. An object or list in
/// place of a scalar becomes an empty one, which is enough for an error message.
class body_tree
{
public:
    static constexpr std::size_t max_object_size = boost::json::object::max_size();
    static constexpr std::size_t max_array_size  = boost::json::array::max_size();
    static constexpr std::size_t max_key_size    = boost::json::string::max_size();
    static constexpr std::size_t max_string_size = boost::json::string::max_size();

    /// `scratch` holds unfinished objects and lists, `storage` the tree. Without a selection, everything is selected.
    body_tree(const body_selection* selection, boost::json::storage_ptr scratch, boost::json::storage_ptr storage);

    /// Call after the parser has finished.
    boost::json::value release() { return values_.release(); }

    /// Members that the selection lacks, at most as deep as the members of the body's objects. Once.
    unknown_members release_unknown_members() { return std::move(unknown_); }

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
    bool on_bool(bool value, error_code&);
    bool on_null(error_code&);
    bool on_comment_part(string_view, error_code&) { return true; }
    bool on_comment(string_view, error_code&) { return true; }

private:
    /// The selected part of a value: nothing, all, or the members of a schema.
    struct selected_part
    {
        enum class extent_kind : unsigned char
        {
            none,
            all,
            shape,
        };
        extent_kind                   extent = extent_kind::none;
        const sdk::schema::type_info* shape  = nullptr; ///< with extent_kind::shape; never a nullable
    };

    /// An object or list that is being parsed.
    struct level
    {
        bool          is_object;
        selected_part part;
        std::size_t   value_count = 0; ///< its values or members on the stack
    };

    static selected_part part_of_shape(const sdk::schema::type_info* shape) noexcept;

    bool open(bool is_object);
    bool close();

    bool          skipping() const noexcept { return skipped_depth_ != 0; }
    selected_part next_part() const;
    selected_part member_part(const level& parent, std::string_view name) const;
    bool          selects_scalar();
    void          note_unknown_member(std::string_view name);

    const body_selection*    selection_;
    boost::json::value_stack values_;
    std::vector<level>       levels_;
    selected_part            member_part_; ///< of the value after the latest member name
    std::string              name_parts_;  ///< a member name that arrives in parts
    std::string              body_member_; ///< the latest selected member of the body
    unknown_members          unknown_;
    std::size_t              skipped_depth_ = 0;     ///< nesting of skipped objects and lists
    bool                     keep_empty_    = false; ///< the outermost skipped object or list becomes an empty value
};

} // namespace verbatim::core::gateway
