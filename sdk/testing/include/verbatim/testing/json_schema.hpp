#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <utility>

namespace verbatim::testing {

/// Checks JSON values against the components of an OpenAPI document, independently of the code that reads and writes
/// them. Knows the keywords of JSON Schema 2020-12 that sdk::add_component writes, and throws std::invalid_argument for
/// any other, so that none is ignored.
class json_schema
{
public:
    /// `components`: schemas by name, as in `components.schemas`.
    explicit json_schema(boost::json::object components)
        : components_{std::move(components)}
    {}

    bool accepts(const boost::json::object& schema, const boost::json::value& body) const;
    bool accepts(boost::json::string_view component, const boost::json::value& body) const
    {
        return accepts(components_.at(component).as_object(), body);
    }

private:
    bool keyword(boost::json::string_view keyword_name, const boost::json::value& argument,
                 const boost::json::value& body, const boost::json::object& schema) const;

    boost::json::object components_;
};

} // namespace verbatim::testing
