#pragma once

#include "verbatim/sdk/call.hpp"
#include "verbatim/testing/fixed_usage.hpp"
#include "verbatim/testing/scripted_llm.hpp"
#include "verbatim/testing/word_list_anonymizer.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::testing {

/// One line that an operation logged; facts as text.
struct log_line
{
    sdk::severity                      how;
    std::string                        event;
    std::map<std::string, std::string> facts;

    friend bool operator==(const log_line&, const log_line&) = default;
};

/// Keeps what is logged.
class captured_log final : public sdk::log
{
public:
    void write(sdk::severity how, std::string_view event, std::initializer_list<sdk::fact> facts) override;
    bool enabled(sdk::severity) const noexcept override { return true; }

    const std::vector<log_line>& lines() const noexcept { return lines_; }
    /// How many lines tell of this event.
    std::size_t count(std::string_view event) const;

private:
    std::vector<log_line> lines_;
};

/// A call whose every part a test has in its hands. `compute` runs at once, on the same thread, unless the test gives
/// it a pool.
class fake_call final : public sdk::call
{
public:
    fake_call();
    ~fake_call() override;

    std::string                           tenant  = "tenant-1";
    std::string                           id      = "00000000-0000-4000-8000-000000000001";
    std::chrono::steady_clock::time_point ends_at = std::chrono::steady_clock::now() + std::chrono::hours{1};

    scripted_llm                script; ///< the main connection, and the judges' unless `own_judge` is set
    std::optional<scripted_llm> own_judge;
    sdk::llm*                   other_model = nullptr; ///< asked in place of the script; borrowed
    word_list_anonymizer        words;
    captured_log                logged;
    fixed_usage                 spent;
    sdk::embedder*              engine       = nullptr; ///< of embeddings; borrowed
    int                         computations = 0;       ///< how often `compute` was asked

    /// Called in place of what `compute` is given, which it runs when it likes.
    std::function<sdk::task<>(const std::function<void()>& work)> pool;

    /// What the operation is asked.
    template <class T>
    fake_call& asks(T request)
    {
        request_ = std::make_shared<T>(std::move(request));
        table_   = &sdk::declared<T>();
        return *this;
    }

    /// The same from a body, read as the host reads one. Throws std::invalid_argument with the first problem it has.
    fake_call& asks(const sdk::type& request, std::string_view body);

    std::string_view                      tenant_id() const noexcept override { return tenant; }
    std::string_view                      request_id() const noexcept override { return id; }
    std::chrono::steady_clock::time_point deadline() const noexcept override { return ends_at; }
    sdk::llm&                             model() noexcept override { return other_model ? *other_model : script; }
    sdk::llm&                             judge() noexcept override { return own_judge ? *own_judge : model(); }
    sdk::anonymizer&                      privacy() noexcept override { return words; }
    sdk::log&                             log_line() noexcept override { return logged; }
    sdk::embedder*                        embeddings() override { return engine; }
    sdk::usage_reader&                    usage() override { return spent; }
    sdk::task<>                           compute(const std::function<void()>& work) override;

protected:
    void* asked_as(const sdk::table& expected) override;

private:
    std::shared_ptr<void> request_;
    const sdk::table*     table_ = nullptr;
};

} // namespace verbatim::testing
