#pragma once

#include "jobs/held_jobs.hpp"
#include "jobs/lease_keeper.hpp"
#include "llm/completion_store.hpp"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace verbatim::core::jobs {

/// The accepted completions of a job: those of earlier runs, to take, and those of this run, to store. [any thread]
class earlier_answers final : public llm::completion_store
{
public:
    /// The references outlive this object.
    earlier_answers(std::vector<model_answer> stored, job_lease lease, held_jobs& held, lease_keeper& keeper)
        : lease_{std::move(lease)}
        , held_{held}
        , keeper_{keeper}
    {
        for (auto& answer : stored) stored_.emplace(answer.request_digest, std::move(answer.completion));
    }

    std::optional<sdk::completion> take(const llm::request_digest& request) noexcept override
    {
        const std::lock_guard lock{mutex_};
        const auto            position = stored_.find(request);
        if (position == stored_.end()) return std::nullopt;
        return std::move(stored_.extract(position).mapped());
    }

    void add(const llm::request_digest& request, const sdk::completion& accepted) noexcept override
    try
    {
        held_.add_answer(lease_, {.request_digest = request, .completion = accepted});
        keeper_.wake();
    }
    catch (...) // out of memory: a later run asks the model again
    {}

private:
    std::mutex                                          mutex_;
    std::multimap<llm::request_digest, sdk::completion> stored_;
    const job_lease                                     lease_;
    held_jobs&                                          held_;
    lease_keeper&                                       keeper_;
};

} // namespace verbatim::core::jobs
