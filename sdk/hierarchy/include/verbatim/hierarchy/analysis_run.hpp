#pragma once

#include "verbatim/hierarchy/bulk_input.hpp"
#include "verbatim/hierarchy/map_schedule.hpp"
#include "verbatim/hierarchy/prompts.hpp"

#include "verbatim/feedback/model_usage.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/vectors.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::hierarchy {

/// For sdk::time_limits::min_attempt of calls on which the whole result depends: one long attempt instead of several
/// short ones.
inline constexpr std::chrono::hours all_time_left{1};

/// The state of one hierarchical analysis that map, reduce and judge share. They run one after another, each with at
/// most `concurrency` open model calls.
struct analysis_run
{
    sdk::call&                 call;
    const bulk_input&          input;
    const feedback::redaction& redaction; ///< of the contents, then of the prompt
    std::size_t                concurrency = 1;
    feedback::model_usage      usage       = {}; ///< of all model calls so far
    std::chrono::milliseconds  expected_call{0}; ///< of a call about one chunk; 0 until the map has ended
    bool                       reduces_vectors                 = false; ///< whether make_chunks fills `reduced_vectors`
    sdk::vectors               reduced_vectors                 = {};    ///< of the contents: reduce_dimensions()
    std::function<std::chrono::steady_clock::time_point()> now = &std::chrono::steady_clock::now;

    /// `write(records)`, on the pool if the messages of all concurrent calls together may be large: those of a phase
    /// start without a wait in between. [may wait]
    sdk::task<sdk::prompt_text> message(std::span<const std::size_t> records, const message_function& write) const;

    /// The main model's completion, or the error of the call. Without a call payload_too_large if the message exceeds
    /// the token limit. The text is cut to `max_bytes`. [may wait]
    sdk::task<sdk::result<sdk::completion>> complete(const sdk::chat_request& request,
                                                     std::size_t              max_bytes = std::string::npos);

    /// The end of the last model call.
    std::chrono::steady_clock::time_point last_call_end() const { return call.deadline() - answer_reserve; }
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

} // namespace verbatim::hierarchy
