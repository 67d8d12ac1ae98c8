#pragma once

#include "tolerant_parser.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace verbatim::feedback {

/// Fits values to a JSON Schema as sdk::strict_schema writes it.
class schema_fitter
{
public:
    /// Borrows the schema.
    schema_fitter(const boost::json::value& schema, std::string_view name)
        : schema_{schema}
        , name_{name}
    {}

    /// Changes the value to fit, as far as its meaning is certain. Items and members that do not fit stay as they are.
    /// Returns whether all of it fits.
    bool fit(boost::json::value& value);

    const repair_set&  repairs() const noexcept { return repairs_; }
    const std::string& problem() const noexcept { return problem_; } ///< the first; empty: the value fits

private:
    bool fit(boost::json::value& value, const boost::json::value& schema, const std::string& path);
    bool fit_type(boost::json::value& value, std::string_view type, const boost::json::object& schema,
                  const std::string& path);
    bool fit_object(boost::json::value& value, const boost::json::object& schema, const std::string& path);
    bool fit_list(boost::json::value& value, const boost::json::object& schema, const std::string& path);
    bool fit_text(boost::json::value& value, const boost::json::object& schema, const std::string& path);
    bool fit_integer(boost::json::value& value, const std::string& path);
    bool fit_number(boost::json::value& value, const std::string& path);
    void unwrap(boost::json::value& value, const boost::json::object& properties);
    bool fail(const std::string& path, std::string_view problem);

    const boost::json::object& resolve(const boost::json::object& schema) const;

    const boost::json::value& schema_;
    std::string_view          name_;
    repair_set                repairs_;
    std::string               problem_;
};

} // namespace verbatim::feedback
