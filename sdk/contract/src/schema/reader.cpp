// Objects, lists and what can stand anywhere; single values are in values.cpp.
#include "schema/reader.hpp"

#include "schema/issues.hpp"
#include "schema/utf8.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <utility>

namespace verbatim::sdk::schema {

namespace json = boost::json;

namespace {

/// A key that nobody declared stands in the path; more of it than this is not repeated to the caller.
constexpr std::size_t longest_stranger = 64;

/// Where a rule over several fields says what it found.
class gathered_faults final : public faults
{
public:
    gathered_faults(reader& into, const step* at)
        : into_{into}
        , at_{at}
    {}

    void add(std::string_view field, std::string_view issue) override
    {
        const step here{at_, field};
        into_.report(&here, std::string{issue});
    }

private:
    reader&     into_;
    const step* at_;
};

} // namespace

std::string spelled(const step* at)
{
    if (!at) return "body";
    std::string path = at->before ? spelled(at->before) : std::string{};
    if (at->is_item) return path.append("[").append(std::to_string(at->index)).append("]");
    if (!path.empty()) path += '.';
    return path.append(at->name);
}

void reader::report(const step* at, std::string issue)
{
    if (!full()) problems_.push_back({spelled(at), std::move(issue)});
}

void reader::object(const table& what, const json::value& from, void* into, const step* at)
{
    const auto* members_of = from.if_object();
    if (!members_of) return report(at, std::string{no_object});

    const auto found_before = problems_.size();
    members(what, *members_of, into, at);
    if (problems_.size() == found_before) ask_rules(what, into, at);
}

void reader::members(const table& what, const json::object& from, void* into, const step* at)
{
    // Bodies mostly hold their members in the declared order, so each is looked for first where the last one ended.
    auto        next  = from.begin();
    std::size_t known = 0;
    for (const auto& one : what.fields)
    {
        if (full()) return;
        auto found = next;
        if (found == from.end() || found->key() != one.name) found = from.find(one.name);
        const step here{at, one.name};
        if (found == from.end())
        {
            if (one.when != presence::taken) report(&here, std::string{required});
            continue;
        }
        ++known;
        next = found + 1;
        if (one.null_is_absent && found->value().is_null()) continue;
        // What is told of a null is told of any other wrong value, and none is stored.
        const bool is_wrong = one.null_is_wrong && found->value().is_null();
        value(is_wrong ? beneath(*one.is) : *one.is, one.within, found->value(), one.in(into), &here);
    }
    if (what.closed && known < from.size()) strangers(what, from, at);
}

void reader::strangers(const table& what, const json::object& from, const step* at)
{
    for (const auto& member : from)
    {
        if (full()) return;
        if (what.named(member.key())) continue;
        const step here{at, cut(member.key(), longest_stranger)};
        report(&here, std::string{unknown});
    }
}

void reader::ask_rules(const table& what, const void* value, const step* at)
{
    gathered_faults found{*this, at};
    for (const auto& one : what.rules) one.call(one.asked, value, found);
}

void reader::list(const shape& of, const limits& within, const json::value& from, void* into, const step* at)
{
    const auto* items = from.if_array();
    if (!items) return report(at, std::string{no_list});

    const auto counted = items->size();
    if (within.least && counted < static_cast<std::size_t>(*within.least)) report(at, too_few(*within.least, counted));
    if (within.most && counted > static_cast<std::size_t>(*within.most)) report(at, too_many(*within.most, counted));

    of.clear(into);
    of.reserve(into, counted); // untouched memory costs nothing until reading gets there, and reading stops early
    const limits each;
    for (std::size_t i = 0; i < counted && !full(); ++i)
    {
        const step here{at, {}, i, true};
        value(*of.of, each, (*items)[i], of.add(into), &here);
    }
}

} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

std::vector<field_issue> read(const table& what, const boost::json::value& from, void* into)
{
    schema::reader reading;
    reading.object(what, from, into, nullptr);
    return std::move(reading).problems();
}

} // namespace verbatim::sdk
