#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/failure_cause.hpp"
#include "verbatim/sdk/field_issue.hpp"
#include "verbatim/sdk/literal.hpp"

#include <boost/system/result.hpp>

#include <chrono>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

class programming_error;

namespace schema {
programming_error declaration_error(const std::string& text);
} // namespace schema

/// One value for each error code of the host: docs/reference/errors.md#error-codes. The host sets the status and the
/// message of each, so that a caller never reads text of a provider or of another caller.
enum class errc
{
    bad_request,
    authentication_required,
    forbidden,
    not_found,
    method_not_allowed,
    request_timeout,
    conflict,
    payload_too_large,
    json_invalid,
    validation_error,
    prompt_injection_detected,
    content_policy_violation,
    llm_rate_limited,
    headers_too_large,
    internal_error,
    llm_error,
    analysis_unavailable,
    usage_backend_unavailable,
    anonymizer_unavailable,
    overloaded,
    analysis_timeout,
    llm_timeout,
    unfinished,
    too_many_jobs,
    tenant_limit_exceeded,
    server_stopped,
    operation_unavailable,
};

/// For loops over all codes.
inline constexpr errc last_errc = errc::operation_unavailable;

/// The code as callers receive it, for example "llm_timeout".
VERBATIM_SDK_API std::string_view to_string(errc code) noexcept;

/// An error that an operation defines and lists in its descriptor: `throw sdk::error{unknown_framework}`.
struct declared_error
{
    literal code;    ///< a-z, 0-9 and _; none of the host's codes
    int     status;  ///< 400 to 599
    literal message; ///< sent to the caller and shown in the document
};

/// Ends a call. The host turns it into an error response with the status and the constant message of the code.
class VERBATIM_SDK_API error : public std::exception
{
public:
    /// `note` is for the log: facts such as counts and statuses, never text of a caller or a model.
    explicit error(errc code = errc::internal_error, std::string note = {});
    /// An error that the operation defines. If its descriptor does not list it, the caller gets internal_error.
    explicit error(const declared_error& declared, std::string note = {});
    ~error() override;
    error(const error&);
    error(error&&) noexcept;
    error& operator=(const error&);
    error& operator=(error&&) noexcept;

    /// The host's code; internal_error for an error that the operation defines.
    errc code() const noexcept { return code_; }
    /// The code as callers receive it.
    std::string_view code_name() const noexcept { return declared_ ? declared_->code.view() : to_string(code_); }
    /// Set for an error that the operation defines.
    const std::optional<declared_error>& declared() const noexcept { return declared_; }
    const std::string&                   note() const noexcept { return note_; }

    /// For status 422 only: all problems, in the order of docs/reference/errors.md#field-paths.
    std::vector<field_issue> fields;
    /// Replaces the constant message of authentication_required, forbidden, payload_too_large, validation_error,
    /// conflict, tenant_limit_exceeded and server_stopped; any other code ignores it.
    std::string message;
    /// How long the caller should wait: with llm_error, unfinished and a status of 429 or 503. None: 30 s with 429 and
    /// 503, and no advice with the others.
    std::optional<std::chrono::seconds> retry_after;
    /// Of a model call: why its last attempt failed, or why its connection is suspended. None without either.
    std::optional<failure_cause> cause;

    /// The code's name. Never shown to a caller.
    const char* what() const noexcept override;

private:
    friend struct layouts;

    errc                          code_;
    std::optional<declared_error> declared_;
    std::string                   note_;
};

/// A mistake in the code of an operation. Its text is a literal, or made of names and rules that an author declared; it
/// holds nothing of a call. So the host logs the text of this exception, but only the type of any other. When a call
/// throws it, the caller gets internal_error.
class VERBATIM_SDK_API programming_error : public std::logic_error
{
public:
    explicit programming_error(literal mistake);
    ~programming_error() override;
    programming_error(const programming_error&)            = default;
    programming_error& operator=(const programming_error&) = default;

private:
    struct declared_text
    {};
    friend programming_error schema::declaration_error(const std::string& text);
    programming_error(declared_text, const std::string& text);
};

/// A problem that the schema cannot express, found by the operation: the same error response with one entry.
class VERBATIM_SDK_API validation_error final : public error
{
public:
    validation_error(std::string field, std::string issue);
    ~validation_error() override;
    validation_error(const validation_error&)            = default;
    validation_error& operator=(const validation_error&) = default;
};

/// The value, or the error that the function of the same name without `try_` throws.
template <class T>
using result = boost::system::result<T, error>;

/// boost::system::result calls it when a value is read from a result that holds an error.
[[noreturn]] VERBATIM_SDK_API void throw_exception_from_error(const error&                  failure,
                                                              const boost::source_location& where);

} // namespace verbatim::sdk
