#pragma once

#include "verbatim/sdk/schema.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::feedback {

/// A community message with its metadata.
struct record
{
    std::string         id;       ///< at most 256 characters; need not be unique; shown to the model
    std::string         content;  ///< at most 100,000 characters, may be empty
    boost::json::object metadata; ///< any keys and values; never a reason to reject a request
    std::string         url_id;   ///< at most 1,024 characters: path segment of the record in the CRM, only for links
};
void declare(sdk::schema_builder& schema, record& record);

/// The text of a response if no record has content; some operations document another one. No model is called.
inline constexpr std::string_view no_content = "No feedback content was provided.";

/// The records with content, in request order; white space is content. The records are borrowed.
std::vector<const record*> with_content(const std::vector<record>& records);

} // namespace verbatim::feedback
