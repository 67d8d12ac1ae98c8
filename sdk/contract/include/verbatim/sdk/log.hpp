#pragma once

#include "verbatim/sdk/export.hpp"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <variant>

namespace verbatim::sdk {

enum class severity
{
    debug,
    info,
    warning,
    error,
};

/// One named value of a log line; borrows its texts. A text is a name from the code or the configuration (a model, a
/// rule, an error class), never record content, a prompt, model output, a key, or text of a provider or a driver.
struct log_field
{
    std::string_view                                           name;
    std::variant<std::int64_t, double, bool, std::string_view> value;

    template <std::integral T>
    log_field(std::string_view field_name, T number)
        : name{field_name}
    {
        if constexpr (std::same_as<T, bool>) value = number;
        else value = static_cast<std::int64_t>(number);
    }
    log_field(std::string_view field_name, double number)
        : name{field_name}
        , value{number}
    {}
    log_field(std::string_view field_name, std::string_view text)
        : name{field_name}
        , value{text}
    {}
    log_field(std::string_view field_name, const char* text)
        : name{field_name}
        , value{std::string_view{text}}
    {}
};

/// Writes one line per event. The host adds the request id to the lines of a call. [any thread] [never waits]
class VERBATIM_SDK_API log
{
public:
    log()                      = default;
    log(const log&)            = delete;
    log& operator=(const log&) = delete;
    virtual ~log();

    /// `event` is a short constant such as "judge_failed".
    virtual void write(severity level, std::string_view event, std::initializer_list<log_field> fields = {}) = 0;
    virtual bool enabled(severity level) const noexcept                                                      = 0;
};

} // namespace verbatim::sdk
