#pragma once

#include "verbatim/codebook/options.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/prompt_text.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace verbatim::assign_codes {

/// The settings of both operations.
struct coding_settings
{
    std::shared_ptr<const codebook::framework> default_framework;   ///< of requests without one; null: none
    std::size_t                                concurrency = 64;    ///< model calls of a request at a time
    bool                                       speculative = false; ///< all levels of a code are judged at once
};

/// The options of a framework, and the beginning of the messages that offer them.
struct code_list
{
    std::vector<codebook::option> options;
    sdk::prompt_text              text;
};

/// The code points of a message that begins with `codes` and has `other` further ones. Does not build the list.
std::size_t message_length(const codebook::framework& codes, std::size_t other);

/// Throws payload_too_large before building the list if a call with `other` further code points exceeds the token
/// limit. Borrows from `codes`. [call] [may wait]
sdk::task<code_list> make_code_list(sdk::call& call, const codebook::framework& codes, std::size_t other);

} // namespace verbatim::assign_codes
