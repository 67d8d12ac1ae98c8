#pragma once

#include "recording/usage_row.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::core::llm {

/// The answers that the requests of a dry run get.
enum class assumed_answers
{
    expected, ///< those of the built-in model
    longest,  ///< sdk::chat_request::longest
};

/// Calls with their tokens and cost.
struct planned_usage
{
    std::int64_t         calls         = 0;
    std::int64_t         input_tokens  = 0;
    std::int64_t         output_tokens = 0;
    recording::micro_usd cost          = 0;    ///< of the calls with a price
    bool                 is_priced     = true; ///< false: a call has no price

    planned_usage& operator+=(const planned_usage& other) noexcept;

    friend bool operator==(const planned_usage&, const planned_usage&) = default;
};

/// The calls of a model over one connection.
struct planned_model
{
    std::string   connection; ///< main, judge or embedding
    std::string   model;      ///< as configured
    planned_usage expected;
    planned_usage highest; ///< the upper bound of the same calls

    friend bool operator==(const planned_model&, const planned_model&) = default;
};

/// Takes the model calls of an operation in place of providers: docs/reference/dry-run.md. Used on the thread of the
/// request.
class dry_run
{
public:
    explicit dry_run(assumed_answers answers) noexcept
        : answers_{answers}
    {}

    assumed_answers answers() const noexcept { return answers_; }

    void add(const planned_model& call);

    /// Adds the embedding calls of an earlier run whose vectors are used again.
    void add_embedding_calls(const dry_run& earlier);

    /// In the order of their first call.
    const std::vector<planned_model>& models() const noexcept { return models_; }

private:
    const assumed_answers      answers_;
    std::vector<planned_model> models_;
};

/// The expected calls of the first run, with the larger upper bounds of both.
std::vector<planned_model> combine(const dry_run& expected, const dry_run& longest);

} // namespace verbatim::core::llm
