#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/field_issue.hpp"
#include "verbatim/sdk/literal.hpp"

#include <boost/system/result.hpp>

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

/// The vocabulary of failure: one value for each code of the error envelope. Status and public text of each are the
/// gateway's, so that no caller ever reads words that an operation or a provider made up.
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
    overloaded,
    analysis_timeout,
    llm_timeout,
};

/// The code as it travels, for example "llm_timeout".
VERBATIM_SDK_API std::string_view to_string(errc code) noexcept;

/// An error of an operation's own, named in its descriptor: `throw sdk::error{unknown_framework}`.
struct declared_error
{
    literal code;    ///< a-z, 0-9 and _; none of the host's codes
    int     status;  ///< 400 to 599
    literal message; ///< sent to the caller and shown in the document
};

/// Ends a call. The gateway turns it into an envelope with the code's own status and constant text.
class VERBATIM_SDK_API error : public std::exception
{
public:
    /// `note` is for the log: facts such as counts and statuses, never content.
    explicit error(errc code = errc::internal_error, std::string note = {});
    /// An error of the operation's own; internal_error unless its descriptor names it.
    explicit error(const declared_error& declared, std::string note = {});
    ~error() override;
    error(const error&);
    error(error&&) noexcept;
    error& operator=(const error&);
    error& operator=(error&&) noexcept;

    /// The host's code: of an operation's own error internal_error.
    errc code() const noexcept { return code_; }
    /// The code as it travels.
    std::string_view code_name() const noexcept { return declared_ ? declared_->code.view() : to_string(code_); }
    /// Set in an operation's own error.
    const std::optional<declared_error>& declared() const noexcept { return declared_; }
    const std::string&                   note() const noexcept { return note_; }

    /// Only with a 422: every problem, in the order of docs/reference/errors.md#field-paths.
    std::vector<field_issue> fields;
    /// Replaces the code's constant text for a token estimate or a time range: docs/reference/errors.md#error-codes.
    std::string message;
    /// Only with llm_rate_limited: what the caller is asked to wait.
    std::chrono::seconds retry_after{30};

    /// The code's name. Never shown to a caller.
    const char* what() const noexcept override;

private:
    errc                          code_;
    std::optional<declared_error> declared_;
    std::string                   note_;
};

/// A problem found after the schema was read: the same envelope, one entry.
class VERBATIM_SDK_API validation_error final : public error
{
public:
    validation_error(std::string field, std::string issue);
    ~validation_error() override;
    validation_error(const validation_error&)            = default;
    validation_error& operator=(const validation_error&) = default;
};

/// What a `try_` function returns: the value, or the error that its throwing twin would have thrown.
template <class T>
using result = boost::system::result<T, error>;

/// Found by boost::system::result when a value is asked for that is not there.
[[noreturn]] VERBATIM_SDK_API void throw_exception_from_error(const error&                  failure,
                                                              const boost::source_location& where);

} // namespace verbatim::sdk
