#pragma once

#include "llm/attempt_result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::embedding {

/// The JSON body of one request: docs/reference/provider.md#embeddings. The prefix precedes each text.
std::string request_body(std::span<const std::string_view> texts, std::string_view prefix, std::string_view model,
                         std::string_view tenant_id);

/// The vectors of one response.
struct vector_batch
{
    std::size_t        width = 0;
    std::vector<float> values; ///< row by row, in the order of the texts
};

/// What the body of a 200 answer to `count` texts means. It is answered when it holds one vector for each text, all of
/// one width, of finite numbers; then they are written to `into`. Tokens and model are told in any case. Long for a
/// large batch.
llm::attempt_result read_vectors(std::string_view body, std::size_t count, vector_batch& batch);

} // namespace verbatim::core::embedding
