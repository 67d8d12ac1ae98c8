#pragma once

#include "verbatim/hierarchy/analysis_run.hpp"
#include "verbatim/hierarchy/clustering.hpp"
#include "verbatim/hierarchy/judging.hpp"
#include "verbatim/hierarchy/map.hpp"
#include "verbatim/hierarchy/progress_log.hpp"
#include "verbatim/hierarchy/prompts.hpp"
#include "verbatim/hierarchy/reduce.hpp"

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Operations on records of any number: similar records form chunks, a model reads each chunk, and its outputs are
/// combined.
namespace verbatim::hierarchy {

struct settings
{
    std::size_t       target_chunk_tokens = 2'000;
    std::size_t       min_cluster_size    = 5;
    feedback::fan_out concurrency;
    double            judge_sample = 0.25; ///< share of the chunks that are judged: see chosen_for_judging
};

/// Declares them among an operation's settings. They are the same for every operation.
void hierarchy_settings(sdk::schema_builder& schema, settings& settings);

/// The settings of an operation that has no others.
void declare(sdk::schema_builder& schema, settings& settings);

/// Embeds and clusters the records, and cuts the clusters into chunks whose map messages are within the token limit.
/// Records of a large cluster are sorted by the metadata field `date_field`. Every record is in exactly one chunk.
/// Begins the phases `embed` and `cluster`. Fills `run.reduced_vectors` if `run.reduces_vectors`. Throws
/// analysis_unavailable if there is no embedder, and errors of the embedder. Arguments must outlive the task. [may
/// wait]
sdk::task<std::vector<chunk>> make_chunks(analysis_run& run, const map_prompts& prompts, const settings& settings,
                                          std::string_view date_field, progress_log& progress);

/// Embeds the records for `run.reduced_vectors` only: for analyses without make_chunks. Begins the phase `embed`.
/// Throws as make_chunks. [may wait]
sdk::task<> embed_records(analysis_run& run, progress_log& progress);

struct outcome
{
    std::vector<partial_analysis> parts;
    synthesis                     combined;
    judgement                     verdict;

    /// The judge's explanation with ids and metadata restored, and a sentence on the chunks; without a score the
    /// sentence that says why.
    feedback::response_text explanation(const feedback::redaction& redaction, feedback::label_language language) const;
};

/// All phases after the redaction: makes chunks, analyses each, combines the partial analyses and judges both. Every
/// record is in exactly one map call. Throws what make_chunks, map, reduce and check_combined throw. Arguments must
/// outlive the task. [may wait]
sdk::task<outcome> run_phases(analysis_run& run, const prompts& prompts, const settings& settings,
                              std::string_view date_field, progress_log& progress);

} // namespace verbatim::hierarchy
