// The mistakes of an author, each found when the table is made and told in one sentence.
#include "schema/draft.hpp"

#include "schema/reader.hpp"
#include "schema/writer.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace verbatim::sdk::schema {

draft::draft(table& making, const shape& of, bool is_empty, void* blank)
    : making_{making}
    , blank_{blank}
    , is_empty_{is_empty}
{
    making.is    = &of;
    making.blank = blank;
}

void draft::mistake(const std::string& what) const
{
    std::string type = making_.name;
    if (type.empty())
        type = making_.fields.empty() ? "a declared type"
                                      : "the type that declares '" + making_.fields.front().name + "' first";
    throw std::logic_error{type + ": " + what};
}

void draft::ask(void (*declare)(declaration&, void*))
{
    declaration wire{*this};
    declare(wire, blank_);
}

std::size_t draft::offset_of(const void* member, std::size_t size, std::string_view name) const
{
    const auto start = reinterpret_cast<std::uintptr_t>(blank_);
    const auto here  = reinterpret_cast<std::uintptr_t>(member);
    if (here < start || here + size > start + making_.is->size)
        mistake((name.empty() ? "what is skipped" : "'" + std::string{name} + "'") +
                " is no member of the value that declare() was given");
    return here - start;
}

std::size_t draft::add(field one, const void* member)
{
    if (one.name.empty()) mistake("a field has an empty name");
    if (one.sentence.empty()) mistake("'" + one.name + "' has no sentence that says what it is");
    if (making_.named(one.name)) mistake("'" + one.name + "' is declared twice");
    one.offset = offset_of(member, one.is->size, one.name);
    making_.fields.push_back(std::move(one));
    return making_.fields.size() - 1;
}

void draft::add_rule(const shape& over, rule one)
{
    if (&over != making_.is) mistake("`also` was given a rule over another type");
    making_.rules.push_back(one);
}

void draft::skip(const void* member, std::size_t size, std::size_t alignment)
{
    skipped_.push_back({offset_of(member, size, {}), size, alignment, {}});
}

void draft::check_hole(std::size_t from, std::size_t to, std::size_t alignment, std::string_view before) const
{
    const auto aligned = (from + alignment - 1) / alignment * alignment;
    if (aligned >= to) return;
    const auto which =
        from == 0 ? "the first member"
                  : "the member after " + (before.empty() ? "what is skipped" : "'" + std::string{before} + "'");
    mistake(which + " is declared by no field; name it, or say wire.skips(it)");
}

void draft::check_places() const
{
    auto places = skipped_;
    for (const auto& one : making_.fields) places.push_back({one.offset, one.is->size, one.is->alignment, one.name});
    std::stable_sort(places.begin(), places.end(),
                     [](const place& one, const place& other) { return one.offset < other.offset; });

    const place*     last = nullptr; // the last field, for overlaps
    std::size_t      end  = 0;
    std::string_view before;
    for (const auto& here : places)
    {
        if (last && !here.name.empty() && here.offset < last->offset + last->size)
            mistake("'" + std::string{last->name} + "' and '" + std::string{here.name} +
                    "' are declared on one member");
        check_hole(end, here.offset, here.alignment, before);
        if (!here.name.empty()) last = &here;
        if (here.offset + here.size > end)
        {
            end    = here.offset + here.size;
            before = here.name;
        }
    }
    if (!is_empty_) check_hole(end, making_.is->size, making_.is->alignment, before);
}

void draft::check_bounds(const field& one) const
{
    const auto  quoted  = "'" + one.name + "'";
    const auto& limited = one.within;
    if ((limited.least && limited.most && *limited.least > *limited.most) ||
        (limited.least_number && limited.most_number && *limited.least_number > *limited.most_number))
        mistake("the least of " + quoted + " is above its most");
    const bool counts = beneath(*one.is).is != kind::integer;
    if (counts && ((limited.least && *limited.least < 0) || (limited.most && *limited.most < 0)))
        mistake("a length of " + quoted + " is bounded below zero");
}

void draft::check_words(const field& one) const
{
    const auto quoted = "'" + one.name + "'";
    if (one.null_is_absent && one.when != presence::taken)
        mistake(quoted + " is said to read null as absent, and to be always there");
    if (one.null_is_absent && one.is->is == kind::nullable)
        mistake(quoted + " is said to read null as absent, and its type has a null of its own");
    if (one.null_is_wrong && (one.is->is != kind::nullable || one.when != presence::taken))
        mistake(quoted + " is said to take no null, and is no optional that may be left out");
}

/// Fields that name no other table are read and written here, so that a default or an example that breaks its own rule
/// is found at once; the others wait for `check_examples`, since their tables may be this one.
void draft::check_value(const field& one, void* scratch) const
{
    const auto* inner = one.is;
    while (inner->of) inner = inner->of;
    if (inner->is == kind::object) return;
    if (const auto wrong = wrong_with(one, making_.blank, scratch); !wrong.empty()) mistake(wrong);
}

void draft::finish(void* scratch)
{
    if (making_.name.empty()) mistake("it has no name; say wire.is(name, sentence)");
    const auto odd = [](char c) {
        return !(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z') && c != '_' && c != '.' &&
               c != '-';
    };
    if (std::any_of(making_.name.begin(), making_.name.end(), odd))
        mistake("a component's name consists of letters, digits, '.', '_' and '-'");
    if (making_.sentence.empty()) mistake("it has no sentence that says what it is");
    check_places();
    for (const auto& one : making_.fields)
    {
        check_bounds(one);
        check_words(one);
        check_value(one, scratch);
    }
    for (const auto& one : making_.examples)
        if (!parsed(one)) mistake("its example is not JSON");
}

const table& make_table(const shape& of, bool is_empty, const type& made, void (*declare)(declaration&, void*))
{
    using value = std::unique_ptr<void, void (*)(void*) noexcept>;
    value blank{made.make(), made.drop};
    value scratch{made.make(), made.drop};
    auto  making = std::make_unique<table>();

    making->made = made;

    draft drafted{*making, of, is_empty, blank.get()};
    drafted.ask(declare);
    drafted.finish(scratch.get());
    blank.release();
    return *making.release();
}

} // namespace verbatim::sdk::schema
