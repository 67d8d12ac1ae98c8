#pragma once

#include "verbatim/sdk/schema.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::feedback {

/// One community message and what is known about it.
struct record
{
    std::string         id;       ///< any text; need not be unique; shown to the model
    std::string         content;  ///< at most 100,000 characters, may be empty
    boost::json::object metadata; ///< open: any keys, any values; nothing in it is ever a reason to refuse a request
    std::string         url_id;   ///< path segment of the record in the CRM, only for links
};
void declare(sdk::schema_builder& schema, record& record);

/// What every operation answers, without asking a model, when no record says anything.
inline constexpr std::string_view no_content = "No feedback content was provided.";

/// The records that say something, in request order. Only a text of length zero says nothing: white space goes to the
/// model. The records are borrowed.
std::vector<const record*> with_content(const std::vector<record>& records);

} // namespace verbatim::feedback
