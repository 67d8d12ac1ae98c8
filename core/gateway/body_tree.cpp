#include "gateway/body_tree.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::gateway {

namespace json = boost::json;
using sdk::schema::kind;

body_tree::body_tree(const body_use* use, json::storage_ptr building, json::storage_ptr made)
    : use_{use}
    , values_{std::move(building)}
{
    values_.reset(std::move(made));
}

body_tree::reading body_tree::shaped(const sdk::schema::shape* of) noexcept
{
    if (of == nullptr) return {};
    return {reading::extent::shape, of->is == kind::nullable ? of->of : of};
}

/// What is read of the value that comes now.
body_tree::reading body_tree::next() const
{
    if (levels_.empty())
    {
        if (use_ == nullptr) return {reading::extent::all};
        static constexpr sdk::schema::shape body{.is = kind::object, .size = 0, .alignment = 1};
        return {reading::extent::shape, &body};
    }
    const auto& around = levels_.back();
    if (around.is_object) return coming_;
    return around.as.what == reading::extent::all ? around.as : shaped(around.as.of->of);
}

body_tree::reading body_tree::member(const level& of, std::string_view name) const
{
    if (of.as.what == reading::extent::all) return of.as;
    if (of.as.of->is == kind::open_object)
    {
        const auto& chosen = *use_->open_members;
        if (chosen && std::find(chosen->begin(), chosen->end(), name) == chosen->end()) return {};
        return {reading::extent::all};
    }
    const auto& table = levels_.size() == 1 ? *use_->request : of.as.of->object();
    return shaped(sdk::shape_of_member(table, name));
}

bool body_tree::open(bool is_object)
{
    if (passing()) return ++passed_, true;

    const auto as = next();
    const bool read_inside =
        as.what == reading::extent::all ||
        (as.what == reading::extent::shape &&
         (is_object ? as.of->is == kind::object || as.of->is == kind::open_object : as.of->is == kind::list));
    if (read_inside)
    {
        levels_.push_back({is_object, as});
        return true;
    }
    passed_ = 1;
    hollow_ = as.what != reading::extent::none;
    levels_.push_back({is_object, {}});
    return true;
}

bool body_tree::close()
{
    if (passing() && --passed_ != 0) return true;

    const auto done = levels_.back();
    levels_.pop_back();
    if (done.as.what == reading::extent::none && !std::exchange(hollow_, false)) return true;

    if (done.is_object) values_.push_object(done.kept);
    else values_.push_array(done.kept);
    if (!levels_.empty() && !levels_.back().is_object) ++levels_.back().kept;
    return true;
}

bool body_tree::on_key_part(string_view part, std::size_t, error_code&)
{
    if (!passing()) name_.append(part.data(), part.size());
    return true;
}

bool body_tree::on_key(string_view part, std::size_t, error_code&)
{
    if (passing()) return true;
    std::string_view name{part.data(), part.size()};
    if (!name_.empty()) name = name_.append(name);

    coming_ = member(levels_.back(), name);
    if (coming_.what != reading::extent::none)
    {
        values_.push_key({name.data(), name.size()});
        ++levels_.back().kept;
    }
    name_.clear();
    return true;
}

/// Whether a value that holds no others is kept; then it counts as an item of its list.
bool body_tree::takes_plain()
{
    if (passing() || next().what == reading::extent::none) return false;
    if (!levels_.empty() && !levels_.back().is_object) ++levels_.back().kept;
    return true;
}

bool body_tree::on_string_part(string_view part, std::size_t, error_code&)
{
    if (!passing() && next().what != reading::extent::none) values_.push_chars(part);
    return true;
}

bool body_tree::on_string(string_view part, std::size_t, error_code&)
{
    if (takes_plain()) values_.push_string(part);
    return true;
}

bool body_tree::on_int64(std::int64_t number, string_view, error_code&)
{
    if (takes_plain()) values_.push_int64(number);
    return true;
}

bool body_tree::on_uint64(std::uint64_t number, string_view, error_code&)
{
    if (takes_plain()) values_.push_uint64(number);
    return true;
}

bool body_tree::on_double(double number, string_view, error_code&)
{
    if (takes_plain()) values_.push_double(number);
    return true;
}

bool body_tree::on_bool(bool truth, error_code&)
{
    if (takes_plain()) values_.push_bool(truth);
    return true;
}

bool body_tree::on_null(error_code&)
{
    if (takes_plain()) values_.push_null();
    return true;
}

} // namespace verbatim::core::gateway
