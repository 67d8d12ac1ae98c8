#pragma once

#include "sensitive_finding.hpp"
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
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::detect_sensitive {

/// Limits of a model call with several records, the second in estimated code points: a model that reads much at once
/// overlooks more.
inline constexpr std::size_t max_records_per_call    = 30;
inline constexpr std::size_t max_characters_per_call = 12'000;

/// What all requests share.
struct bulk_parameters
{
    std::span<const std::string> shown_metadata;
    std::size_t                  concurrency; ///< model calls of a request at a time
    const sdk::system_message&   system_prompt;
};

/// The check of the records of one request that have content. Borrows all that it is constructed from.
class bulk_run
{
public:
    bulk_run(sdk::call& call, const bulk_request& request, const bulk_parameters& parameters);

    /// Writes a finding or an error for each record with content. `entries` has an entry for each record of the
    /// request. Throws the common cause if no record was checked. [call] [may wait]
    sdk::task<> check_records(std::vector<checked_record>& entries);

private:
    using finding = sensitive_finding;

    const feedback::record& record(std::size_t n) const { return request_.records[positions_[n]]; }

    sdk::task<>                                      redact();
    sdk::task<std::vector<std::vector<std::size_t>>> make_batches(std::vector<checked_record>& entries);
    sdk::task<>      check_batch(std::span<const std::size_t> records, std::vector<checked_record>& entries);
    sdk::prompt_text message(std::span<const std::size_t> records) const;
    sdk::task<feedback::partial_answer<finding>> ask_about(std::vector<std::size_t> records);

    sdk::task<> write(checked_record& entry, const sdk::result<finding>& result);
    void        write(checked_record& entry, sdk::error failure);

    sdk::call&               call_;
    const bulk_request&      request_;
    const bulk_parameters    parameters_;
    std::vector<std::size_t> positions_; ///< of the records with content
    feedback::redaction      names_;     ///< of their contents and shown metadata
    std::vector<std::size_t> lengths_;   ///< of their blocks before redaction, in estimated code points
    sdk::time_limits         call_time_;
    std::size_t              response_bytes_ = 0; ///< of the entries, as JSON
    feedback::failed_records failures_;
    std::vector<sdk::error>  failed_calls_; ///< their records were asked about again, if that could help
    feedback::call_outcomes  outcomes_;
    std::size_t              done_ = 0; ///< records
};

} // namespace verbatim::detect_sensitive
