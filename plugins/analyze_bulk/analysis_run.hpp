#pragma once

#include "analysis_input.hpp"

#include "verbatim/feedback/model_usage.hpp"
#include "verbatim/sdk/error.hpp"

#include <map>
#include <string_view>

namespace verbatim::analyze_bulk {

/// One hierarchical analysis while it asks its questions: what map, reduce and judge share. They follow each other, and
/// each keeps at most `at_once` questions open, so the whole analysis does.
struct analysis_run
{
    sdk::call&                 call;
    const analysis_input&      input;
    const feedback::redaction& redaction; ///< of the contents, then of the prompt
    std::size_t                concurrency = 1;
    feedback::model_usage      spending    = {};

    sdk::prompt_text prompt() const { return redaction.text(input.records.size()); }

    /// The main model's free text; payload_too_large without a call when the message is over the cap. [may wait]
    sdk::task<sdk::result<std::string>> complete(sdk::prompt_text system, sdk::prompt_text user);
};

/// How many questions were lost, and to which errors.
class error_counts
{
public:
    void        add(std::string_view error_class) { ++counts_[error_class]; }
    std::size_t total() const noexcept;

    /// `llm_timeout:3,llm_error:1`, by name.
    std::string to_string() const;

private:
    std::map<std::string_view, std::size_t> counts_;
};

} // namespace verbatim::analyze_bulk
