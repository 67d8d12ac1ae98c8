#pragma once

#include <boost/json/value.hpp>

/// Checks bodies against components, knowing nothing of tables: the keywords of JSON Schema 2020-12 that our documents
/// use. Throws std::invalid_argument for a keyword it does not know, so that none is passed over in silence.
class json_schema
{
public:
    /// `components`: name to schema, as in `components.schemas`.
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
