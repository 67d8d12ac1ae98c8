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

/// One named fact of a log line. A text must be a name of ours or of the configuration (a model, a rule, an error class):
/// record content, prompts, model output, keys and the texts of providers or drivers never become one.
struct fact
{
    std::string_view                                           name;
    std::variant<std::int64_t, double, bool, std::string_view> value;

    template <std::integral T>
    fact(std::string_view what, T number) : name{what}
    {
        if constexpr (std::same_as<T, bool>) value = number;
        else value = static_cast<std::int64_t>(number);
    }
    fact(std::string_view what, double number) : name{what}, value{number} {}
    fact(std::string_view what, std::string_view word) : name{what}, value{word} {}
    fact(std::string_view what, const char* word) : name{what}, value{std::string_view{word}} {}
};

/// Writes one line per event. Lines of a call carry its request id by themselves. [any thread] [never waits]
class VERBATIM_SDK_API log
{
public:
    log()                      = default;
    log(const log&)            = delete;
    log& operator=(const log&) = delete;
    virtual ~log();

    /// `event` is a short constant such as "judge failed".
    virtual void write(severity how, std::string_view event, std::initializer_list<fact> facts = {}) = 0;
    virtual bool enabled(severity how) const noexcept                                               = 0;
};

} // namespace verbatim::sdk
