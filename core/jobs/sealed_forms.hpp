#pragma once

#include "gateway/deferral.hpp"
#include "http/message.hpp"
#include "jobs/job.hpp"

#include "verbatim/sdk/llm.hpp"

#include <array>
#include <string>

/// The parts of a job as bytes to seal: a JSON object with the facts, a line feed, and the text as it is. Readers throw
/// sealed_data_error for any other bytes; they take them by value, so that a large text is not copied. [any thread]
namespace verbatim::core::jobs {

/// A request whose endpoint is known by the name of its operation only.
struct named_request
{
    std::string             operation;
    gateway::stored_request request; ///< without target
};

/// The completion that a chat request of the job got.
struct model_answer
{
    std::array<unsigned char, 32> request_digest{};
    sdk::completion               completion;
};

/// `request` has a target.
std::string to_bytes(const gateway::stored_request& request);
/// Status, content type, headers and body; nothing else.
std::string to_bytes(const http::response& response);
std::string to_bytes(const job_failure& failure);
std::string to_bytes(const model_answer& answer);

named_request read_request(std::string bytes);
/// The body is shared. The views of the response live as long as its shared_body, also in copies.
http::response read_response(std::string bytes);
job_failure    read_failure(std::string bytes);
model_answer   read_answer(std::string bytes);

} // namespace verbatim::core::jobs
