#pragma once

#include "verbatim/sdk/call.hpp"
#include "verbatim/testing/fixed_usage.hpp"
#include "verbatim/testing/scripted_llm.hpp"
#include "verbatim/testing/word_list_anonymizer.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// One line that an operation logged; facts as text.
struct logged_event
{
    sdk::severity                      level;
    std::string                        event;
    std::map<std::string, std::string> fields;

    friend bool operator==(const logged_event&, const logged_event&) = default;
};

/// Keeps what is logged.
class captured_log final : public sdk::log
{
public:
    void write(sdk::severity how, std::string_view event, std::initializer_list<sdk::log_field> facts) override;
    bool enabled(sdk::severity) const noexcept override { return true; }

    const std::vector<logged_event>& lines() const noexcept { return lines_; }
    /// How many lines tell of this event.
    std::size_t count(std::string_view event) const;

private:
    std::vector<logged_event> lines_;
};

/// A call whose every part a test has in its hands. `compute` runs at once, on the same thread, unless the test gives
/// it a pool.
class fake_call final : public sdk::call
{
public:
    fake_call();
    ~fake_call() override;

    std::string                           tenant      = "tenant-1";
    std::string                           id          = "00000000-0000-4000-8000-000000000001";
    std::chrono::steady_clock::time_point deadline_at = std::chrono::steady_clock::now() + std::chrono::hours{1};

    scripted_llm                llm; ///< the main connection, and the judges' unless `own_judge` is set
    std::optional<scripted_llm> judge_llm;
    sdk::llm*                   model_override = nullptr; ///< asked in place of the script; borrowed
    word_list_anonymizer        word_list;
    captured_log                logged;
    fixed_usage                 usage_data;
    sdk::embedder*              embedder_override = nullptr; ///< of embeddings; borrowed
    int                         compute_count     = 0;       ///< how often `compute` was asked

    /// Called in place of what `compute` is given, which it runs when it likes.
    std::function<sdk::task<>(const std::function<void()>& work)> compute_hook;

    std::string_view                      tenant_id() const noexcept override { return tenant; }
    std::string_view                      request_id() const noexcept override { return id; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return deadline_at; }
    sdk::llm&                             model() noexcept override { return model_override ? *model_override : llm; }
    sdk::llm&                             judge() noexcept override { return judge_llm ? *judge_llm : model(); }
    sdk::anonymizer&                      anonymizer() noexcept override { return word_list; }
    sdk::log&                             log() noexcept override { return logged; }
    sdk::embedder*                        embedder() override { return embedder_override; }
    sdk::usage_reader&                    usage_reader() override { return usage_data; }
    sdk::task<>                           run_on_pool(const std::function<void()>& work) override;
};

} // namespace verbatim::testing
