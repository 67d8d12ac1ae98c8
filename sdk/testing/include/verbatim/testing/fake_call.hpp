#pragma once

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/counter.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/testing/fixed_usage.hpp"
#include "verbatim/testing/scripted_http.hpp"
#include "verbatim/testing/scripted_llm.hpp"
#include "verbatim/testing/word_list_anonymizer.hpp"

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// One line that an operation logged; its values as text.
struct logged_event
{
    sdk::severity                      level;
    std::string                        event;
    std::map<std::string, std::string> fields;

    friend bool operator==(const logged_event&, const logged_event&) = default;
};

/// Stores the lines that are logged.
class captured_log final : public sdk::log
{
public:
    void write(sdk::severity level, std::string_view event, std::initializer_list<sdk::log_field> fields) override;
    bool enabled(sdk::severity) const noexcept override { return true; }

    const std::vector<logged_event>& lines() const noexcept { return lines_; }
    /// The number of lines with this event.
    std::size_t count(std::string_view event) const;

private:
    std::vector<logged_event> lines_;
};

/// One report of call::progress.
struct reported_progress
{
    std::string phase;
    std::size_t done  = 0;
    std::size_t total = 0;

    friend bool operator==(const reported_progress&, const reported_progress&) = default;
};

/// A call with all parts under a test's control. `compute` runs its work at once, on the same thread, unless
/// `compute_hook` is set.
class fake_call final : public sdk::call
{
public:
    fake_call();
    ~fake_call() override;

    std::string                           tenant      = "tenant-1";
    std::string                           key         = "key-1";
    std::string                           id          = "00000000-0000-4000-8000-000000000001";
    std::chrono::steady_clock::time_point deadline_at = std::chrono::steady_clock::now() + std::chrono::hours{1};

    scripted_llm                llm; ///< the main model, and the judges' unless `judge_llm` is set
    scripted_http               http;
    std::optional<scripted_llm> judge_llm;
    sdk::llm*                   model_override = nullptr; ///< used in place of `llm`; borrowed
    word_list_anonymizer        word_list;
    captured_log                logged;
    fixed_usage                 usage_data;
    sdk::embedder*              embedder_override = nullptr; ///< null: the operation has no embedder; borrowed
    const sdk::word_vectors*    words             = nullptr; ///< null: no word has a vector; borrowed
    int                         compute_count     = 0;       ///< calls of `compute`

    std::vector<reported_progress> progress_reports;

    std::map<std::string, std::int64_t, std::less<>> notes; ///< the sums of call::note

    std::any* reusable_value = nullptr; ///< of a dry run; borrowed

    /// Called instead of the work of `compute`; it runs the work itself.
    std::function<sdk::task<>(const std::function<void()>& work)> compute_hook;

    std::string_view                      tenant_id() const noexcept override { return tenant; }
    std::string_view                      key_id() const noexcept override { return key; }
    std::string_view                      request_id() const noexcept override { return id; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return deadline_at; }
    sdk::llm&                             model() noexcept override { return model_override ? *model_override : llm; }
    sdk::llm&                             judge() noexcept override { return judge_llm ? *judge_llm : model(); }
    sdk::anonymizer&                      anonymizer() noexcept override { return word_list; }
    sdk::log&                             log() noexcept override { return logged; }
    sdk::embedder*                        embedder() override { return embedder_override; }
    const sdk::word_vectors*              word_vectors() override { return words; }
    sdk::usage_reader&                    usage_reader() override { return usage_data; }
    sdk::http_client&                     http_client() override { return http; }
    void                                  progress(sdk::literal phase, std::size_t done, std::size_t total) override;
    void                                  note(sdk::literal fact, std::int64_t count) override;
    std::any*                             reusable() noexcept override { return reusable_value; }
    sdk::task<>                           run_on_pool(const std::function<void()>& work) override;
};

/// A counter whose sums a test reads, by the index of the label's value.
class fake_counter final : public sdk::counter
{
public:
    void add(std::size_t value, std::uint64_t count) noexcept override { sums[value] += count; }

    std::map<std::size_t, std::uint64_t> sums;
};

} // namespace verbatim::testing

namespace verbatim::sdk {

/// For messages of tests, such as those of `BOOST_TEST(result)`: the code, and of a model call the cause; the fields of
/// a 422; the note. In the namespace of the type, where test frameworks find it.
inline std::ostream& operator<<(std::ostream& output, const error& error)
{
    output << error.code_name();
    if (error.cause) output << " (" << to_string(*error.cause) << ")";
    for (const auto& field : error.fields) output << "; " << field.field << ": " << field.issue;
    if (!error.message.empty()) output << "; " << error.message;
    if (!error.note().empty()) output << "; " << error.note();
    return output;
}

} // namespace verbatim::sdk
