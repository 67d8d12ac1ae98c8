#pragma once

#include "auth/keyring.hpp"
#include "exec/compute_pool.hpp"
#include "gateway/operation_run.hpp"
#include "http/message.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// The two steps of a request with an operation: it is checked, then executed. A request whose client waits and a job
/// take the same steps, so that they get the same response.
namespace verbatim::core::gateway {

/// The percent-decoded value of a query parameter, with `+` as a space; none if it is absent. Of repeated parameters,
/// the last counts.
std::optional<std::string> query_parameter(std::string_view query, std::string_view name);

/// Reads the query of a request without a body. Throws sdk::error{validation_error}.
void check_query(std::string_view query, declared_request& request);

/// Parses, validates and screens a body, on the pool if it is large. Unless `keeps_text`, destroys `text` as soon as it
/// is parsed. Returns the memory that the items of its lists may take, docs/reference/http.md#limits. Throws
/// sdk::error. The arguments are borrowed until the task ends. [may wait]
sdk::task<std::size_t> check_body(std::string& text, operation_run& run, exec::compute_pool& pool, sdk::log& log,
                                  bool keeps_text = false);

/// Runs the open call of a checked request, waits until its usage rows are durable and writes the response. With
/// `fail_closed`, rows that were not stored are an error. Throws sdk::error, or what the operation throws. [may wait]
sdk::task<http::response> execute(operation_run& run, const auth::identity& caller, exec::compute_pool& pool,
                                  bool fail_closed);

/// Runs work of the server itself on the pool, or on this thread while the operations of abandoned calls hold all of
/// it. `work` is borrowed until the task ends. [may wait]
sdk::task<> compute(exec::compute_pool& pool, const std::function<void()>& work);

/// Whether work on a text of so many bytes belongs on the pool.
bool is_large_body(std::size_t bytes) noexcept;

} // namespace verbatim::core::gateway
