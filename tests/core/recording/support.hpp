#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/log.hpp"

#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

namespace verbatim::core::recording::testing {

/// The n-th row of a run; n makes its attempt's id.
inline usage_row sample_row(unsigned n)
{
    char id[37];
    std::snprintf(id, sizeof id, "%08x-0000-4000-8000-000000000000", n);
    return {.attempt_id = id,
            .tenant_id  = "tenant-nl",
            .operation  = "analyze",
            .call_id    = "aaaaaaaa-0000-4000-8000-000000000000",
            .started =
                std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{1'700'000'000'123'456}},
            .duration      = std::chrono::milliseconds{12},
            .model         = "azure/gpt-5.4",
            .input_tokens  = 1'000,
            .output_tokens = 200,
            .cost          = 4'500,
            .error         = {}};
}

/// What a provider may call its model, and no database would take as it is.
inline std::vector<std::string> hostile_model_names()
{
    return {std::string{"a\0b", 3},
            "\xFF\xFE",
            "\xC0\x80",
            "\xED\xA0\x80",
            "\xF4\x90\x80\x80",
            "\xE2\x82",
            "\",null]]",
            "\\u0000",
            "\n\t\x01\x7F",
            "",
            std::string(5'000, 'x'),
            "\xF0\x9F\x92\xA3"};
}

/// Keeps each line as `event name=text …`; numbers are left out.
class recording_log final : public sdk::log
{
public:
    void write(sdk::severity severity, std::string_view event, std::initializer_list<sdk::log_field> facts) override
    {
        std::string line{severity == sdk::severity::error ? "ERROR " : ""};
        line += event;
        for (const sdk::log_field& fact : facts)
            if (const auto* text = std::get_if<std::string_view>(&fact.value))
                line.append(" ").append(fact.name).append("=").append(*text);
        const std::scoped_lock lock{mutex_};
        lines_.push_back(std::move(line));
    }
    bool enabled(sdk::severity) const noexcept override { return true; }

    std::vector<std::string> lines() const
    {
        const std::scoped_lock lock{mutex_};
        return lines_;
    }

private:
    mutable std::mutex       mutex_;
    std::vector<std::string> lines_;
};

} // namespace verbatim::core::recording::testing
