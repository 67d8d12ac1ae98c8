#pragma once

#include "schema/table.hpp"

#include <boost/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk::schema {

/// How deep a JSON text may be nested, the outermost value counted.
inline constexpr std::size_t deepest = 64;
/// Reading stops when it has found so many problems: a hostile body would otherwise make millions of them.
inline constexpr std::size_t most_problems = 1'000;

/// One link of the way to a value. The chain lies on the stack; it is spelled only when there is something to say.
struct step
{
    const step*      before  = nullptr;
    std::string_view name    = {};
    std::size_t      index   = 0;
    bool             is_item = false;
};

/// `feedback_records[3].content`; the whole body is `body`.
std::string spelled(const step* at);

/// Walks a tree and a table side by side. One reader reads one body.
class reader
{
public:
    void object(const table& what, const boost::json::value& from, void* into, const step* at);
    void value(const shape& of, const limits& within, const boost::json::value& from, void* into, const step* at);

    bool                     full() const noexcept { return problems_.size() >= most_problems; }
    void                     report(const step* at, std::string issue);
    std::vector<field_issue> problems() && { return std::move(problems_); }

private:
    void members(const table& what, const boost::json::object& from, void* into, const step* at);
    void strangers(const table& what, const boost::json::object& from, const step* at);
    void ask_rules(const table& what, const void* value, const step* at);
    void integer(const shape& of, const limits& within, const boost::json::value& from, void* into, const step* at);
    void number(const limits& within, const boost::json::value& from, void* into, const step* at);
    void text(const shape& of, const limits& within, const boost::json::value& from, void* into, const step* at);
    void word_of(const shape& of, const boost::json::value& from, void* into, const step* at);
    void spelled_text(const shape& of, const boost::json::value& from, void* into, const step* at);
    void list(const shape& of, const limits& within, const boost::json::value& from, void* into, const step* at);

    std::vector<field_issue> problems_;
};

/// The JSON value of a text, or nothing when it is no JSON or nested too deep.
std::optional<boost::json::value> parsed(std::string_view text);

/// The value that a named text stands for, by what the field holds; a text that is none of its kind stays text, and
/// reading says what is wrong with it.
boost::json::value value_of(const shape& of, std::string_view text);

/// What is wrong with the field's default or its example, as a sentence; empty when nothing is. `scratch` is a
/// default-made value of the declared type, to read into.
std::string wrong_with(const field& one, const void* blank, void* scratch);

} // namespace verbatim::sdk::schema
