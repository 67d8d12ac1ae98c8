#pragma once

#include "llm/attempt_result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::embedding {

/// The JSON body of a request: docs/reference/provider.md#embeddings. The prefix precedes each text.
std::string request_body(std::span<const std::string_view> texts, std::string_view prefix, std::string_view model,
                         std::string_view tenant_id);

/// The vectors of a response.
struct vector_batch
{
    std::size_t        width = 0;
    std::vector<float> values; ///< row by row, in the order of the texts
};

/// Parses the body of a 200 response for `count` texts. Completed if it has a vector of finite numbers for each text,
/// all of the same width, which are then written to `batch`. Always returns the reported tokens and model. Takes long
/// for a large batch.
llm::attempt_result read_vectors(std::string_view body, std::size_t count, vector_batch& batch);

} // namespace verbatim::core::embedding
