#include "gateway/body_tree.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace verbatim::core::gateway {

namespace json = boost::json;
using sdk::schema::value_kind;

body_tree::body_tree(const body_selection* selection, json::storage_ptr scratch, json::storage_ptr storage)
    : selection_{selection}
    , values_{std::move(scratch)}
{
    constexpr std::size_t usual_depth = 8;
    levels_.reserve(usual_depth);
    values_.reset(std::move(storage));
}

body_tree::selected_part body_tree::part_of_shape(const sdk::schema::type_info* shape) noexcept
{
    if (shape == nullptr) return {};
    return {selected_part::extent_kind::shape, shape->kind == value_kind::nullable ? shape->element : shape};
}

/// The selected part of the next value.
body_tree::selected_part body_tree::next_part() const
{
    if (levels_.empty())
    {
        if (selection_ == nullptr) return {selected_part::extent_kind::all};
        static constexpr sdk::schema::type_info body{.kind = value_kind::object, .size = 0, .alignment = 1};
        return {selected_part::extent_kind::shape, &body};
    }
    const auto& parent = levels_.back();
    if (parent.is_object) return member_part_;
    return parent.part.extent == selected_part::extent_kind::all ? parent.part
                                                                 : part_of_shape(parent.part.shape->element);
}

body_tree::selected_part body_tree::member_part(const level& parent, std::string_view name) const
{
    if (parent.part.extent == selected_part::extent_kind::all) return parent.part;
    if (parent.part.shape->kind == value_kind::open_object)
    {
        const auto& names = *selection_->open_members;
        if (names && std::find(names->begin(), names->end(), name) == names->end()) return {};
        return {selected_part::extent_kind::all};
    }
    if (!selection_->only_members.empty())
        return std::ranges::find(selection_->only_members, name) == selection_->only_members.end()
                   ? selected_part{}
                   : selected_part{selected_part::extent_kind::all};
    const bool is_body = levels_.size() == 1;
    if (is_body)
        for (const auto* further : selection_->further)
            if (const auto* shape = sdk::type_of_member(*further, name)) return part_of_shape(shape);
    const auto& table = is_body ? *selection_->request : parent.part.shape->object();
    return part_of_shape(sdk::type_of_member(table, name));
}

bool body_tree::open(bool is_object)
{
    if (skipping()) return ++skipped_depth_, true;

    const auto part = next_part();
    const bool read_inside =
        part.extent == selected_part::extent_kind::all ||
        (part.extent == selected_part::extent_kind::shape &&
         (is_object ? part.shape->kind == value_kind::object || part.shape->kind == value_kind::open_object
                    : part.shape->kind == value_kind::list));
    if (read_inside)
    {
        levels_.push_back({is_object, part});
        return true;
    }
    // An empty list is a valid open object, so its items count.
    if (!is_object && part.extent == selected_part::extent_kind::shape && part.shape->kind == value_kind::open_object)
    {
        levels_.push_back({is_object, {selected_part::extent_kind::all}});
        return true;
    }
    skipped_depth_ = 1;
    keep_empty_    = part.extent != selected_part::extent_kind::none;
    levels_.push_back({is_object, {}});
    return true;
}

bool body_tree::close()
{
    if (skipping() && --skipped_depth_ != 0) return true;

    const auto closed = levels_.back();
    levels_.pop_back();
    if (closed.part.extent == selected_part::extent_kind::none && !std::exchange(keep_empty_, false)) return true;

    if (closed.is_object) values_.push_object(closed.value_count);
    else values_.push_array(closed.value_count);
    if (!levels_.empty() && !levels_.back().is_object) ++levels_.back().value_count;
    return true;
}

bool body_tree::on_key_part(string_view part, std::size_t, error_code&)
{
    if (!skipping()) name_parts_.append(part.data(), part.size());
    return true;
}

bool body_tree::on_key(string_view part, std::size_t, error_code&)
{
    if (skipping()) return true;
    std::string_view name{part.data(), part.size()};
    if (!name_parts_.empty()) name = name_parts_.append(name);

    member_part_ = member_part(levels_.back(), name);
    if (member_part_.extent == selected_part::extent_kind::none) note_unknown_member(name);
    else
    {
        if (levels_.size() == 1) body_member_ = name;
        values_.push_key({name.data(), name.size()});
        ++levels_.back().value_count;
    }
    name_parts_.clear();
    return true;
}

/// Metadata, and records with members of their own, have no unknown members.
void body_tree::note_unknown_member(std::string_view name)
{
    const auto& parent = levels_.back();
    if (levels_.size() > 2 || !selection_->only_members.empty() || parent.part.shape->kind == value_kind::open_object)
        return;
    const bool is_body = levels_.size() == 1;
    const bool is_item = !is_body && !levels_.front().is_object;
    if (is_item) return;
    std::vector<const sdk::object_schema*> schemas{is_body ? selection_->request : &parent.part.shape->object()};
    if (is_body) schemas.insert(schemas.end(), selection_->further.begin(), selection_->further.end());
    unknown_.add(is_body ? std::string_view{} : body_member_, name, schemas);
}

/// Whether a scalar is selected; if so, counts it as an item of its list.
bool body_tree::selects_scalar()
{
    if (skipping() || next_part().extent == selected_part::extent_kind::none) return false;
    if (!levels_.empty() && !levels_.back().is_object) ++levels_.back().value_count;
    return true;
}

bool body_tree::on_string_part(string_view part, std::size_t, error_code&)
{
    if (!skipping() && next_part().extent != selected_part::extent_kind::none) values_.push_chars(part);
    return true;
}

bool body_tree::on_string(string_view part, std::size_t, error_code&)
{
    if (selects_scalar()) values_.push_string(part);
    return true;
}

bool body_tree::on_int64(std::int64_t number, string_view, error_code&)
{
    if (selects_scalar()) values_.push_int64(number);
    return true;
}

bool body_tree::on_uint64(std::uint64_t number, string_view, error_code&)
{
    if (selects_scalar()) values_.push_uint64(number);
    return true;
}

bool body_tree::on_double(double number, string_view, error_code& failure)
{
    if (!std::isfinite(number)) // Boost.JSON reads 1e400 as infinity, which no JSON text can hold
    {
        failure = json::error::exponent_overflow;
        return false;
    }
    if (selects_scalar()) values_.push_double(number);
    return true;
}

bool body_tree::on_bool(bool value, error_code&)
{
    if (selects_scalar()) values_.push_bool(value);
    return true;
}

bool body_tree::on_null(error_code&)
{
    if (selects_scalar()) values_.push_null();
    return true;
}

} // namespace verbatim::core::gateway
