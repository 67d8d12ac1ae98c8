#pragma once

#include "document.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/call.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::remote {

/// A prompt of a document, ready for use. [load]
struct prepared_prompt
{
    explicit prepared_prompt(const prompt_declaration& prompt, const std::string& operation);
    prepared_prompt(const prepared_prompt&)            = delete;
    prepared_prompt& operator=(const prepared_prompt&) = delete;

    sdk::system_message               system;
    std::optional<sdk::type>          output; ///< none: free text
    std::string                       name;
    std::string                       json_schema; ///< of the output
    std::optional<sdk::output_schema> output_schema;
};

using prepared_prompts = std::map<std::string, prepared_prompt, std::less<>>;

/// The response to a call-back, as JSON.
struct call_back_response
{
    unsigned    status = 200;
    std::string body;
};

/// What the process may ask of the host during one call: model calls, progress and facts. All of it goes through the
/// call, so that its limits hold. Used on the call's thread only.
class call_back
{
public:
    /// All arguments outlive this object. `names` is the redaction of the texts that the process has.
    call_back(sdk::call& call, const operation_declaration& operation, const prepared_prompts& prompts,
              const feedback::redaction& names);

    /// Throws only when the call is cancelled. [call] [may wait]
    sdk::task<call_back_response> answer(std::string_view target, std::string_view body);

    /// The last error of a model call with each code. The process may return one as its own.
    const std::map<std::string, sdk::error, std::less<>>& errors() const noexcept { return errors_; }

    std::size_t pending() const noexcept { return pending_; } ///< model calls

private:
    sdk::task<call_back_response> complete(std::string_view body);
    call_back_response            progress(std::string_view body);
    call_back_response            note(std::string_view body);
    call_back_response            failed(const sdk::error& error);

    sdk::call&                                     call_;
    const operation_declaration&                   operation_;
    const prepared_prompts&                        prompts_;
    const feedback::redaction&                     names_;
    std::map<std::string, sdk::error, std::less<>> errors_;
    std::size_t                                    pending_ = 0;
};

} // namespace verbatim::remote
