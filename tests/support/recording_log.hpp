#pragma once

#include "verbatim/sdk/log.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace verbatim::support {

/// Records log lines as text: `severity event name=value …`. [any thread]
class recording_log final : public sdk::log
{
public:
    void write(sdk::severity severity, std::string_view event, std::initializer_list<sdk::log_field> fields) override
    {
        static constexpr std::string_view names[]{"debug", "info", "warning", "error"};
        std::ostringstream                line;
        line << names[static_cast<std::size_t>(severity)] << ' ' << event;
        for (const sdk::log_field& field : fields)
        {
            line << ' ' << field.name << '=';
            std::visit([&](const auto& value) { line << value; }, field.value);
        }
        const std::scoped_lock lock{mutex_};
        lines_.push_back(line.str());
    }
    bool enabled(sdk::severity) const noexcept override { return true; }

    std::vector<std::string> lines() const
    {
        const std::scoped_lock lock{mutex_};
        return lines_;
    }

    /// Number of lines that contain the text.
    std::size_t count(std::string_view text) const
    {
        const std::scoped_lock lock{mutex_};
        return static_cast<std::size_t>(
            std::ranges::count_if(lines_, [&](const auto& line) { return line.find(text) != line.npos; }));
    }

private:
    mutable std::mutex       mutex_;
    std::vector<std::string> lines_;
};

} // namespace verbatim::support
