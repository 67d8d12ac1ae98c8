#include "cli/output/progress.hpp"

#include "cli/json_access.hpp"
#include "cli/plural.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string_view>
#include <unistd.h>

namespace verbatim::cli::output {

namespace json = boost::json;

namespace {

constexpr std::size_t bar_columns  = 24;
constexpr auto        redraw_after = std::chrono::milliseconds{100};

void write(const std::string& text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

/// Phases of jobs in words.
std::string phase_name(std::string_view phase)
{
    static const std::map<std::string_view, const char*> names{{"anonymise", "hiding personal data"},
                                                               {"embed", "comparing records"},
                                                               {"cluster", "grouping records"},
                                                               {"map", "reading records"},
                                                               {"reduce", "combining results"},
                                                               {"judge", "checking the answer"},
                                                               {"complete", "answering"},
                                                               {"induce", "finding themes"},
                                                               {"consolidate", "combining themes"},
                                                               {"assign", "assigning records"},
                                                               {"write", "writing the answer"},
                                                               {"code", "coding records"},
                                                               {"detect", "reading records"}};
    const auto                                           found = names.find(phase);
    return found == names.end() ? printable(phase) : found->second;
}

std::string bar(double fraction)
{
    const auto  full = static_cast<std::size_t>(fraction * bar_columns);
    std::string text;
    for (std::size_t n = 0; n != bar_columns; ++n) text += n < full ? "█" : "░";
    return text;
}

std::string clock_text(std::chrono::steady_clock::duration elapsed)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
    char       text[32];
    std::snprintf(text, sizeof text, "%lld:%02lld", static_cast<long long>(seconds / 60),
                  static_cast<long long>(seconds % 60));
    return text;
}

std::size_t number(const json::object& object, std::string_view member)
{
    const auto* value = object.if_contains(member);
    return value && value->is_int64() && value->get_int64() > 0 ? static_cast<std::size_t>(value->get_int64()) : 0;
}

} // namespace

std::string dollars(double amount)
{
    char text[64];
    std::snprintf(text, sizeof text, std::abs(amount) < 1 ? "$%.4f" : "$%.2f", amount);
    return text;
}

progress::progress(bool is_quiet)
    : is_quiet_{is_quiet}
    , terminal_{terminal::of(STDERR_FILENO)}
{}

void progress::note(const std::string& line)
{
    if (is_quiet_) return;
    clear();
    write(printable(line) + "\n");
}

void progress::show_job(const json::object& job)
{
    const auto& steps  = object_of(job, "progress");
    const auto  phase  = text_of(steps, "phase");
    const auto  amount = number_of(job, "cost_usd");
    const auto  calls  = number(job, "calls");
    auto        cost   = amount > 0 ? dollars(amount) : std::string{};
    if (calls != 0) cost = plural(std::to_string(calls), "call") + (cost.empty() ? "" : ", " + cost);
    if (!phase.empty()) show(phase_name(phase), number(steps, "done"), number(steps, "total"), cost);
    else show(text_of(job, "status") == "queued" ? "waiting in the queue" : "working", 0, 0, cost);
}

void progress::show(const std::string& phase, std::size_t done, std::size_t total, const std::string& cost)
{
    if (is_quiet_) return;
    const bool changed = phase != phase_;
    phase_             = phase;
    done_              = done;
    total_             = total;
    cost_              = cost;
    if (!terminal_.is_terminal) print_step();
    else if (changed || std::chrono::steady_clock::now() - drawn_at_ >= redraw_after) draw();
}

void progress::tick()
{
    if (is_quiet_ || !terminal_.is_terminal || phase_.empty()) return;
    if (std::chrono::steady_clock::now() - drawn_at_ >= std::chrono::seconds{1}) draw();
}

/// A line for each phase, and for each tenth of its steps.
void progress::print_step()
{
    const auto tenth = total_ < 2 ? 0 : done_ * 10 / total_;
    if (phase_ == printed_phase_ && tenth <= printed_tenth_) return;
    printed_phase_   = phase_;
    printed_tenth_   = tenth;
    std::string line = phase_;
    if (total_ > 1) line += ": " + std::to_string(done_) + " of " + std::to_string(total_);
    write(line + (cost_.empty() ? "" : " (" + cost_ + ")") + "\n");
}

void progress::draw()
{
    std::string line = "  ";
    if (total_ != 0)
    {
        const auto fraction = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
        line += bar(fraction) + " " + std::to_string(static_cast<int>(fraction * 100)) + " %  ";
    }
    line += phase_;
    if (total_ > 1) line += " " + std::to_string(done_) + "/" + std::to_string(total_);
    if (!cost_.empty()) line += "  " + cost_;
    line += "  " + clock_text(std::chrono::steady_clock::now() - start_);
    write("\r\x1b[K" + fitted(line, terminal_.columns - 1));
    is_drawn_ = true;
    drawn_at_ = std::chrono::steady_clock::now();
}

void progress::clear()
{
    if (!is_drawn_) return;
    write("\r\x1b[K");
    is_drawn_ = false;
}

} // namespace verbatim::cli::output
