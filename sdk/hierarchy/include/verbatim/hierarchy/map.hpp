#pragma once

#include "verbatim/hierarchy/analysis_run.hpp"
#include "verbatim/hierarchy/clustering.hpp"
#include "verbatim/hierarchy/prompts.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::hierarchy {

using shared_text = std::shared_ptr<const std::string>;

/// Stores equal texts that follow each other once: the longest answers of a dry run are many and alike.
class repeated_text_cache
{
public:
    shared_text add(std::string text)
    {
        if (!last_ || *last_ != text) last_ = std::make_shared<const std::string>(std::move(text));
        return last_;
    }

private:
    shared_text last_;
};

struct partial_analysis
{
    chunk                     records;
    shared_text               text;                                                ///< null: the model call failed
    bool                      started   = false;                                   ///< a call was made
    bool                      truncated = false;                                   ///< the text ends early
    std::optional<sdk::error> failure   = sdk::error{sdk::errc::analysis_timeout}; ///< none with a text
};

/// Makes one model call per chunk, and a second one at the end if the first failed for a reason that may have passed. A
/// chunk with a truncated or refused report is halved. Once the first calls are all unreadable or refused, no further
/// one is made. A failed chunk is logged and has no text. If all chunks fail, throws their
/// common cause (rate limit, timeout, deadline) or else analysis_unavailable. Chunks that have not started when only
/// the time for reduce and judge remains count as timed out. Arguments must outlive the task. [may wait]
sdk::task<std::vector<partial_analysis>> map(analysis_run& run, const map_prompts& prompts, std::vector<chunk> chunks);

/// The records of the parts that the provider refused under its content policy, in order.
std::vector<std::size_t> refused_records(std::span<const partial_analysis> parts);

/// Halves chunks until each map message has at most `max_characters` code points or a single record. `block_lengths`
/// are the lengths of the record blocks, `overhead` that of the rest: system message, prompt, tags.
std::vector<chunk> halve_to_fit(std::vector<chunk> chunks, std::span<const std::size_t> block_lengths,
                                std::size_t overhead, std::size_t max_characters);

} // namespace verbatim::hierarchy
