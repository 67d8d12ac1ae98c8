#pragma once

#include "analysis_input.hpp"

#include "verbatim/feedback/model_usage.hpp"
#include "verbatim/sdk/error.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace verbatim::analyze_bulk {

/// The state of one hierarchical analysis that map, reduce and judge share. They run one after another, each with at
/// most `concurrency` open model calls.
struct analysis_run
{
    sdk::call&                 call;
    const analysis_input&      input;
    const feedback::redaction& redaction; ///< of the contents, then of the prompt
    std::size_t                concurrency = 1;
    feedback::model_usage      usage       = {}; ///< of all model calls so far

    sdk::prompt_text prompt() const { return redaction.text(input.records.size()); }

    /// The main model's output, or the error of the call. Without a call payload_too_large if the message exceeds the
    /// token limit. [may wait]
    sdk::task<sdk::result<std::string>> complete(sdk::prompt_text system, sdk::prompt_text user,
                                                 const std::function<std::string()>& offline);
};

/// Counts failed model calls by error class.
class error_counts
{
public:
    void        add(std::string_view error_class) { ++counts_[error_class]; }
    std::size_t total() const noexcept;

    /// Sorted by name: `llm_error:1,llm_timeout:3`.
    std::string to_string() const;

private:
    std::map<std::string_view, std::size_t> counts_;
};

} // namespace verbatim::analyze_bulk
