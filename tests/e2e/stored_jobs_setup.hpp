#pragma once

#include "e2e/job_client.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace verbatim::e2e {

/// A database file that servers share, one at a time.
class sqlite_database
{
public:
    std::string                  url() const { return "sqlite:///" + file().string(); }
    std::vector<std::string>     query(const std::string& sql) const { return e2e::query(file(), sql); }
    const std::filesystem::path& folder() const { return folder_.path(); }

private:
    std::filesystem::path file() const { return folder_.path() / "jobs.db"; }

    support::temporary_directory folder_;
};

/// A model whose answer depends on the request, and whose n-th request has n tokens more than the first.
class deterministic_model
{
public:
    /// Requests of an analysis at a time, by settings().
    static constexpr std::size_t concurrency  = 4;
    static constexpr int         first_tokens = 1'000;

    /// Answers so many requests, and holds the next ones, as many as are sent at a time, until release(). Answers all
    /// that follow.
    explicit deterministic_model(std::size_t answered_first = std::numeric_limits<std::size_t>::max() / 2,
                                 std::string words          = "Water is far");
    ~deterministic_model() { stub.release(); }

    /// Waits until the model holds as many requests as are sent at a time.
    void await_held() const { stub.wait_for_requests(answered_first_ + concurrency); }

    /// Of servers that use this model and this database.
    support::server_process::environment settings(const std::string&                   database_url,
                                                  support::server_process::environment extra = {}) const;

    /// Tokens of the requests that a server has answers to, if it did not wait for those held.
    std::set<std::string> tokens_of_answers() const;

    /// Bodies of the requests, with the number of times that they were sent.
    std::map<std::string, std::size_t> prompts() const;

    /// Checks that another run repeated only requests that the model held.
    void check_no_answer_was_paid_twice(const std::map<std::string, std::size_t>& expected) const;

    support::provider_stub stub;

private:
    const std::size_t answered_first_;
    std::size_t       received_ = 0; ///< by the thread of the stub
};

/// A server that can be killed and started again on its state.
class restartable_server
{
public:
    explicit restartable_server(support::server_process::environment settings);

    void start() { server_.emplace(settings_); }
    /// SIGKILL.
    void kill() { server_.reset(); }

    test_server* operator->() { return &*server_; }
    test_server& operator*() { return *server_; }

    const std::filesystem::path& state() const { return folder_.path(); }

private:
    support::temporary_directory         folder_;
    support::server_process::environment settings_;
    std::optional<test_server>           server_;
};

/// An analysis of more than ten calls.
std::string hierarchical_request(const std::string& content = "Water is far from the camp.");

/// An uninterrupted analysis of this request.
struct reference_run
{
    explicit reference_run(const std::string& body);

    std::string                        answer;     ///< body of the response
    std::string                        request_id; ///< in the body
    std::map<std::string, std::size_t> prompts;

    /// The response to the request of this id.
    std::string answer_to(const accepted_job& job) const { return replaced(answer, request_id, job.request_id); }
};

/// Waits until the database has so many answers of the model.
template <class Database>
void await_stored_answers(const Database& database, std::size_t count)
{
    until("too few answers are stored", [&] {
        return database.query("select count(*) from job_parts where kind = 'answer'").at(0) == std::to_string(count);
    });
}

/// As if the servers of all running jobs had been silent for long.
template <class Database>
void end_leases(const Database& database)
{
    database.query("update jobs set lease_end = 1 where status = 'running'");
}

} // namespace verbatim::e2e
