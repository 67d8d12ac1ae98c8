#pragma once

#include <string>

namespace verbatim::sdk {

/// One thing wrong with a request: where, and the rule that was broken. Never quotes the input.
struct field_issue
{
    std::string field; ///< `feedback_records[3].content`, a query parameter's name, or `body`
    std::string issue;

    friend bool operator==(const field_issue&, const field_issue&) = default;
};

} // namespace verbatim::sdk
