#pragma once

#include "code_list.hpp"
#include "offline.hpp"
#include "path_evaluation.hpp"
#include "wire.hpp"

#include "verbatim/feedback/call_outcomes.hpp"
#include "verbatim/feedback/failed_records.hpp"
#include "verbatim/feedback/item_batches.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/system_message.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::assign_codes {

/// Records of a pick: more with a longer list of codes, which every call reads.
inline constexpr std::size_t min_records_per_pick = 20;
inline constexpr std::size_t max_records_per_pick = 100;

/// Estimated code points of the list of codes for each record of a pick, between the two bounds above.
inline constexpr std::size_t list_length_per_record = 640;

/// Estimated code points of the records of a pick that has several: a model that reads much at once overlooks more.
inline constexpr std::size_t max_pick_characters = 40'000;

/// Levels of the codes of a judge call.
inline constexpr std::size_t max_levels_per_judge = 60;

/// The system messages of calls about several records.
struct bulk_prompts
{
    sdk::system_message pick;
    sdk::system_message judge;
};

/// The code points of a pick besides its list of codes and its records.
std::size_t pick_frame_length(const bulk_prompts& prompts);

/// Records of a pick with a list of codes of this length.
std::size_t records_per_pick(std::size_t list_length) noexcept;

/// The coding of the records of one request that have content. Borrows all that it is constructed from.
class bulk_run
{
public:
    bulk_run(sdk::call& call, const bulk_request& request, const coding_settings& settings, const bulk_prompts& prompts,
             const code_list& codes);

    /// Writes codes or an error for each record with content. `entries` has an entry for each record of the request.
    /// Throws the common cause if no record was coded. [call] [may wait]
    sdk::task<> code_records(std::vector<coded_record>& entries);

private:
    using picks = std::vector<std::size_t>; ///< positions of options

    /// A record of a batch.
    struct record_state
    {
        std::size_t                       record; ///< position among those with content
        std::optional<sdk::result<picks>> selection   = {};
        std::vector<path_evaluation>      evaluations = {}; ///< of the picks that are judged
        std::size_t                       dropped     = 0;  ///< further picks
    };
    struct judged_code
    {
        std::size_t      record;
        path_evaluation* evaluation;
    };
    using scores = std::vector<level_score>; ///< from level 1 down

    const feedback::record& record(std::size_t n) const { return request_.records[positions_[n]]; }

    sdk::task<>                                      redact();
    sdk::task<std::vector<std::vector<std::size_t>>> make_record_batches(std::vector<coded_record>& entries);
    sdk::task<> code_batch(std::span<const std::size_t> records, std::vector<coded_record>& entries);
    sdk::task<> pick(std::vector<record_state>& states);
    sdk::task<feedback::partial_answer<picks>>  ask_pick(std::span<const record_state> states,
                                                         std::span<const std::size_t>  positions);
    const std::vector<std::int64_t>&            longest_picks();
    sdk::task<>                                 judge(std::vector<record_state>& states);
    sdk::task<std::vector<sdk::result<scores>>> judge_codes(std::span<const judged_code> codes);
    sdk::task<feedback::partial_answer<scores>> ask_judge(std::span<const judged_code> codes,
                                                          std::span<const std::size_t> lengths, ///< of messages
                                                          std::span<const std::size_t> positions);
    sdk::prompt_text judge_message(std::span<const judged_code> codes, std::span<const std::size_t> positions) const;

    /// Whether the scores are of all levels of the code, or end with one that rejects it.
    bool decide(const path_evaluation& evaluation, const scores& levels) const;

    /// `write()`, a message of about `length` code points, on the pool if all concurrent messages together may be
    /// large. [call] [may wait]
    template <class Write>
    sdk::task<sdk::prompt_text> message(std::size_t length, Write write);

    void write(coded_record& entry, const record_state& state);
    void write(coded_record& entry, sdk::error failure);

    sdk::call&               call_;
    const bulk_request&      request_;
    const coding_settings&   settings_;
    const bulk_prompts&      prompts_;
    const code_list&         codes_;
    offline::picker          picker_;
    std::vector<std::size_t> positions_;           ///< of the records with content
    feedback::redaction      names_;               ///< of their contents
    std::vector<std::size_t> text_lengths_;        ///< code points of their redacted contents
    std::size_t              calls_per_batch_ = 1; ///< at a time
    sdk::time_limits         call_time_;
    std::size_t              response_bytes_ = 0; ///< of the entries, as JSON
    feedback::failed_records failures_;
    feedback::call_outcomes  outcomes_; ///< of picks
    std::size_t              done_ = 0; ///< records

    std::once_flag            longest_picks_known_;
    std::vector<std::int64_t> longest_picks_; ///< of a record; see longest::picks
};

} // namespace verbatim::assign_codes
