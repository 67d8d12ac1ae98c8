#pragma once

namespace verbatim::e2e {

/// A route that calls the model once, with a valid request and an output of the model.
inline constexpr auto sensitive_path    = "/v1/detect-sensitive";
inline constexpr auto sensitive_request = R"({"feedback_record": {"id": "r-1", "content": "The queue is long."}})";
inline constexpr auto sensitive_finding = R"({"sensitivity_types": [], "explanation": "The record names no one."})";

} // namespace verbatim::e2e
