#include "app/crash_handler.hpp"

#include "exec/thread_activity.hpp"

#include "verbatim/sdk/calendar.hpp"

#include <boost/core/demangle.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <cxxabi.h>
#include <exception>
#include <execinfo.h>
#include <link.h>
#include <poll.h>
#include <string_view>
#include <typeinfo>
#include <ucontext.h>
#include <unistd.h>

namespace verbatim::core::app {

namespace {

struct fatal_signal
{
    int              number;
    std::string_view name;
};

constexpr std::array<fatal_signal, 5> fatal_signals{
    {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}, {SIGABRT, "SIGABRT"}}};

struct address_range
{
    std::string    name;
    std::uintptr_t begin = 0;
    std::uintptr_t end   = 0;
};

/// The data of the handler. Never destroyed, because the process may crash while it ends.
struct crash_state
{
    log::line_format                                   format;
    int                                                descriptor;
    std::vector<address_range>                         libraries;
    std::array<struct sigaction, fatal_signals.size()> previous_actions{};
    std::atomic_flag                                   reported;
    char                                               exception_type[128] = {};
    char                                               loading_plugin[64]  = {};
    std::string_view                                   throwing_library;
};

crash_state* state = nullptr;

std::atomic<bool> may_exit = false;

/// A line of log/line.hpp in memory of its own.
class crash_line
{
public:
    explicit crash_line(log::line_format format) noexcept
        : json_{format == log::line_format::json}
    {}

    void add(std::string_view name, std::string_view value) noexcept
    {
        if (value.empty()) return;
        append(size_ == 0 ? (json_ ? "{" : "") : (json_ ? "," : " "));
        append(json_ ? "\"" : "");
        append(name);
        append(json_ ? "\":\"" : "=");
        append_value(value);
        append(json_ ? "\"" : "");
    }

    void write(sdk::severity level, std::string_view event) noexcept
    {
        add("level", log::to_string(level));
        add("event", event);
    }

    std::string_view finish() noexcept
    {
        append(json_ ? "}\n" : "\n");
        return {buffer_.data(), size_};
    }

private:
    void append(std::string_view text) noexcept
    {
        for (const char c : text.substr(0, buffer_.size() - size_)) buffer_[size_++] = c;
    }

    /// Replaces characters that would need quotes or escapes.
    void append_value(std::string_view value) noexcept
    {
        for (const char c : value)
        {
            const bool is_plain = c > ' ' && c < 0x7F && c != '"' && c != '\\' && c != '=';
            append(is_plain ? std::string_view{&c, 1} : "_");
        }
    }

    bool                   json_;
    std::size_t            size_ = 0;
    std::array<char, 1024> buffer_;
};

std::array<char, 27> time_text() noexcept
{
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const std::chrono::nanoseconds since_1970 =
        std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
    return sdk::calendar::time_text(std::chrono::sys_time{std::chrono::floor<std::chrono::microseconds>(since_1970)});
}

std::uintptr_t instruction_of(const void* context) noexcept
{
    if (!context) return 0;
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return static_cast<std::uintptr_t>(machine.pc);
#else
#error "name the register of this machine's instruction address here"
#endif
}

std::string_view library_at(std::uintptr_t address) noexcept
{
    for (const auto& library : state->libraries)
        if (address >= library.begin && address < library.end) return library.name;
    return {};
}

/// Waits at most a second for a full pipe; then the line is lost.
void write_line(std::string_view line) noexcept
{
    pollfd polled{state->descriptor, POLLOUT, 0};
    if (::poll(&polled, 1, 1'000) <= 0) return;
    [[maybe_unused]] const auto count = ::write(state->descriptor, line.data(), line.size());
}

void report(std::string_view signal_name, const void* context) noexcept
{
    const auto* activity = exec::thread_activity::of_current_thread();
    const auto* call     = activity ? activity->call() : nullptr;
    const auto  at       = library_at(instruction_of(context));
    const auto  library  = at.empty() ? state->throwing_library : at;
    const auto  time     = time_text();
    crash_line  line{state->format};
    line.add("time", {time.data(), time.size()});
    /// Also signal, exception, plugin, operation and thread: see docs/operations.md#stuck-threads-and-crashes.
    line.write(sdk::severity::error, "process_crashed");
    if (call) line.add("request_id", call->request_id);
    line.add("signal", signal_name);
    line.add("exception", state->exception_type);
    line.add("plugin", !library.empty() ? library : call ? call->plugin : std::string_view{state->loading_plugin});
    if (call) line.add("operation", call->operation);
    if (activity) line.add("thread", activity->name());
    write_line(line.finish());
}

void on_fatal_signal(int number, siginfo_t* info, void* context)
{
    const auto entry    = std::ranges::find(fatal_signals, number, &fatal_signal::number);
    const auto position = static_cast<std::size_t>(entry - fatal_signals.begin());
    if (!state->reported.test_and_set()) report(entry->name, context);
    ::sigaction(number, &state->previous_actions[position], nullptr);
    // A faulting instruction is executed again on return; a signal that was sent has to be sent again.
    if (info->si_code <= 0) ::raise(number);
}

/// The library of the innermost frame that is in a reported one. An exception without a handler unwinds nothing.
std::string_view library_on_stack() noexcept
{
    std::array<void*, 64> frames{};
    const auto            count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    for (int n = 0; n != count; ++n)
        if (const auto library = library_at(reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(n)]));
            !library.empty())
            return library;
    return {};
}

/// A plugin that ends the process would otherwise look like a server that has stopped as it should.
void on_exit()
{
    if (may_exit || state->reported.test_and_set()) return;
    state->throwing_library = library_on_stack();
    report("exit", nullptr);
    std::_Exit(exit_status);
}

/// The default handler would print the exception's text, which may quote a record.
[[noreturn]] void on_terminate()
{
    if (const auto* type = abi::__cxa_current_exception_type())
    {
        const auto name = boost::core::demangle(type->name());
        name.copy(state->exception_type, sizeof state->exception_type - 1);
    }
    state->throwing_library = library_on_stack();
    std::abort();
}

address_range range_of(const reported_library& library)
{
    struct search
    {
        std::uintptr_t address;
        std::uintptr_t begin = 0;
        std::uintptr_t end   = 0;
    } result{reinterpret_cast<std::uintptr_t>(library.address)};
    const auto visit = [](dl_phdr_info* info, std::size_t, void* data) {
        auto&          range = *static_cast<search*>(data);
        std::uintptr_t begin = UINTPTR_MAX;
        std::uintptr_t end   = 0;
        for (int n = 0; n != info->dlpi_phnum; ++n)
        {
            const auto& segment = info->dlpi_phdr[n];
            if (segment.p_type != PT_LOAD) continue;
            begin = std::min<std::uintptr_t>(begin, info->dlpi_addr + segment.p_vaddr);
            end   = std::max<std::uintptr_t>(end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
        }
        if (range.address < begin || range.address >= end) return 0;
        range.begin = begin;
        range.end   = end;
        return 1;
    };
    ::dl_iterate_phdr(visit, &result);
    return {library.name, result.begin, result.end};
}

} // namespace

void install_crash_handler(log::line_format format, int descriptor)
{
    state = new crash_state{.format = format, .descriptor = descriptor};

    struct sigaction action
    {};
    action.sa_sigaction = &on_fatal_signal;
    action.sa_flags     = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    for (std::size_t n = 0; n != fatal_signals.size(); ++n)
        ::sigaction(fatal_signals[n].number, &action, &state->previous_actions[n]);
    std::set_terminate(&on_terminate);
    std::atexit(&on_exit);
    std::at_quick_exit(&on_exit);
}

exit_permission::~exit_permission() { may_exit = true; }

void set_loading_plugin(std::string_view name) noexcept
{
    if (!state) return;
    const auto size             = name.copy(state->loading_plugin, sizeof state->loading_plugin - 1);
    state->loading_plugin[size] = '\0';
}

void report_libraries(const std::vector<reported_library>& libraries)
{
    std::vector<address_range> ranges;
    for (const auto& library : libraries) ranges.push_back(range_of(library));
    state->libraries = std::move(ranges);
}

} // namespace verbatim::core::app
