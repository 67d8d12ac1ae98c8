#pragma once

#include "verbatim/feedback/judge.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::hierarchy {

/// Bytes of a partial analysis; longer ones are cut. Otherwise a model could multiply the memory of a large corpus.
inline constexpr std::size_t max_partial_bytes = 32u << 10;

/// The text of a message about the records at these positions of the input.
using message_function = std::function<sdk::prompt_text(std::span<const std::size_t> records)>;

/// The call about one chunk. The functions are called for several chunks at a time: `user` and `offline` on any thread,
/// `accept` on the call's.
struct map_prompts
{
    sdk::system_message                                              system;
    message_function                                                 user;
    sdk::prompt_text                                                 task; ///< the end of the message after `user`
    std::function<std::string(std::span<const std::size_t> records)> offline;

    const sdk::output_schema* output_schema = nullptr; ///< null: free text

    /// Whether an output about these records can be used; none: any can.
    std::function<bool(std::span<const std::size_t> records, std::string_view output)> accept = {};

    /// See sdk::chat_request::longest.
    std::function<std::string(std::span<const std::size_t> records, std::size_t max_characters)> longest = {};

    std::size_t max_bytes = max_partial_bytes; ///< a longer output is cut

    sdk::literal phase = "map"; ///< in reports of progress

    /// Facts that are noted about the response.
    sdk::literal chunk_fact        = "chunks";
    sdk::literal failed_chunk_fact = "failed_chunks";

    bool may_fail = false; ///< without any output the result is only less complete

    /// The end of the map and of what combines its outputs, if other phases need the time after it.
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

/// The call that combines outputs about chunks.
struct reduce_prompts
{
    sdk::system_message                                               system;
    std::function<sdk::prompt_text(const sdk::prompt_text& partials)> user; ///< `partials`: the blocks of the outputs

    /// A part of the last message, in tags: statistics that the combined output must agree with. None if it needs more
    /// than `max_characters` code points.
    std::function<std::optional<sdk::prompt_text>(std::size_t max_characters)> statistics = {};

    /// The output about all these records. `with_statistics`: the message of the last call includes them.
    std::function<std::string(std::span<const std::size_t> records, bool with_statistics)> offline;

    /// See sdk::chat_request::expected. None: of free text `offline` about a sample of the records.
    std::function<std::string(std::span<const std::size_t> records, bool with_statistics)> expected = {};

    const sdk::output_schema*                    output_schema = nullptr; ///< null: free text
    std::function<bool(std::string_view output)> accept        = {};      ///< none: any output can be used

    std::function<std::string(std::size_t max_characters)> longest = {}; ///< see sdk::chat_request::longest

    /// The end of the last call, if other phases need the time after it.
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

/// Scores the combined output `text` against its source. The arguments outlive the task.
using judge_function = std::function<sdk::task<feedback::judgement>(
    const sdk::prompt_text& source, const sdk::prompt_text& text, sdk::time_limits time)>;

/// The messages by which an operation analyses chunks and combines the results. Refers to the input and the redaction.
/// The judge of a chunk has the messages of `map`: feedback::judge_with_shared_prefix.
struct prompts
{
    map_prompts    map;
    reduce_prompts reduce;

    /// Runs after the last reduce call. Throws if its output is of no use, so that no judge is called. None: any is.
    std::function<sdk::task<>()> check_combined = {};

    judge_function judge;
};

} // namespace verbatim::hierarchy
