#pragma once

#include "schema/object_schema.hpp"

#include <boost/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk::schema {

/// How deep a JSON text may be nested, the outermost value counted.
inline constexpr std::size_t max_depth = 64;
/// Reading stops after so many problems: a hostile body would otherwise cause millions of them.
inline constexpr std::size_t max_issues = 1'000;

/// One step of the path to a value. The steps are on the stack; the text is made only for a problem.
struct path_step
{
    const path_step* parent  = nullptr;
    std::string_view name    = {};
    std::size_t      index   = 0;
    bool             is_item = false;
};

/// `feedback_records[3].content`; the whole body is `body`.
std::string path_text(const path_step* path);

/// Reads one body by its schema.
class reader
{
public:
    void object(const object_schema& schema, const boost::json::value& source, void* target, const path_step* path);
    void value(const type_info& type, const value_bounds& bounds, const boost::json::value& source, void* target,
               const path_step* path);

    bool                     full() const noexcept { return issues_.size() >= max_issues; }
    void                     report(const path_step* path, std::string issue);
    std::vector<field_issue> issues() && { return std::move(issues_); }

private:
    void members(const object_schema& schema, const boost::json::object& source, void* target, const path_step* path);
    void unknown_members(const object_schema& schema, const boost::json::object& source, const path_step* path);
    void check_rules(const object_schema& schema, const void* value, const path_step* path);
    void integer(const type_info& type, const value_bounds& bounds, const boost::json::value& source, void* target,
                 const path_step* path);
    void number(const value_bounds& bounds, const boost::json::value& source, void* target, const path_step* path);
    void text(const type_info& type, const value_bounds& bounds, const boost::json::value& source, void* target,
              const path_step* path);
    void enumeration(const type_info& type, const boost::json::value& source, void* target, const path_step* path);
    void formatted_text(const type_info& type, const boost::json::value& source, void* target, const path_step* path);
    void list(const type_info& type, const value_bounds& bounds, const boost::json::value& source, void* target,
              const path_step* path);

    std::vector<field_issue> issues_;
};

/// The JSON value of a text; none if it is not JSON or nested too deep.
std::optional<boost::json::value> parse_json(std::string_view text, boost::json::storage_ptr memory = {});

/// The JSON value of a named text, by the type of its field. A text of another type stays a string, so that reading
/// reports the problem.
boost::json::value json_value_of(const type_info& type, std::string_view text);

/// The problem with the field's default or example; empty when there is none. `scratch` is a
/// default-made value of the declared type, to read into.
std::string problem_with(const field& field, const void* defaults, void* scratch);

} // namespace verbatim::sdk::schema
