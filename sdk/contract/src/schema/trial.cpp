// An author's defaults and examples, read with the table that shows them.
#include "verbatim/sdk/openapi.hpp"

#include "schema/reader.hpp"
#include "schema/writer.hpp"

#include <boost/json/string.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

namespace verbatim::sdk::schema {

namespace json = boost::json;

namespace {

/// The first rule that the value breaks; empty when none.
std::string tried(const field& one, const std::optional<json::value>& from, void* scratch)
{
    if (!from) return "it is not JSON";
    reader     reading;
    const step here{nullptr, one.name};
    reading.value(*one.is, one.within, *from, one.in(scratch), &here);
    const auto found = std::move(reading).problems();
    return found.empty() ? std::string{} : found.front().issue;
}

std::string wrong_with_default(const field& one, const void* blank, void* scratch)
{
    if (one.when != presence::taken || holds_secret(*one.is)) return {};
    std::string text;
    try
    {
        write_value(*one.is, one.in(blank), text);
    }
    catch (const std::logic_error& unwritable)
    {
        return unwritable.what();
    }
    return tried(one, parsed(text), scratch);
}

std::string wrong_with_example(const field& one, void* scratch)
{
    if (!one.example) return {};
    if (!is_textual(*one.is)) return tried(one, parsed(*one.example), scratch);
    return tried(one, json::value(json::string(*one.example)), scratch);
}

void check(const table& what, std::vector<const table*>& seen);

void check_fields(const table& what, std::vector<const table*>& seen)
{
    const std::unique_ptr<void, void (*)(void*) noexcept> scratch{what.made.make(), what.made.drop};
    for (const auto& one : what.fields)
    {
        if (const auto wrong = wrong_with(one, what.blank, scratch.get()); !wrong.empty())
            throw std::logic_error{what.name + ": " + wrong};
        const auto* inner = one.is;
        while (inner->of) inner = inner->of;
        if (inner->is == kind::object) check(inner->object(), seen);
    }
}

void check(const table& what, std::vector<const table*>& seen)
{
    if (std::find(seen.begin(), seen.end(), &what) != seen.end()) return;
    seen.push_back(&what);
    for (const auto& one : what.examples)
    {
        const std::unique_ptr<void, void (*)(void*) noexcept> scratch{what.made.make(), what.made.drop};
        const auto                                            body  = parsed(one);
        const auto                                            found = read(what, *body, scratch.get());
        if (!found.empty())
            throw std::logic_error{what.name + ": its example breaks a rule: " + found.front().field + ": " +
                                   found.front().issue};
    }
    check_fields(what, seen);
}

} // namespace

std::string wrong_with(const field& one, const void* blank, void* scratch)
{
    if (const auto wrong = wrong_with_default(one, blank, scratch); !wrong.empty())
        return "the default of '" + one.name + "' breaks its own rule: " + wrong;
    if (const auto wrong = wrong_with_example(one, scratch); !wrong.empty())
        return "the example of '" + one.name + "' breaks its own rule: " + wrong;
    return {};
}

} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

void check_examples(const table& what)
{
    std::vector<const table*> seen;
    schema::check(what, seen);
}

} // namespace verbatim::sdk
