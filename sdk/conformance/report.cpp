#include "report.hpp"

#include <algorithm>
#include <cstdio>

namespace verbatim::conformance {

namespace {

/// Without characters that XML 1.0 excludes; a problem may quote a response.
std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : text)
    {
        if (c == '&') result += "&amp;";
        else if (c == '<') result += "&lt;";
        else if (c == '>') result += "&gt;";
        else if (c == '"') result += "&quot;";
        else if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') result += '?';
        else result += c;
    }
    return result;
}

std::string seconds(std::chrono::nanoseconds duration)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", std::chrono::duration<double>{duration}.count());
    return text;
}

std::size_t count_skipped(std::span<const check_result> results)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(results, [](const auto& result) { return !result.skipped.empty(); }));
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

} // namespace

std::size_t count_failed(std::span<const check_result> results)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(results, [](const auto& result) { return !result.problems.empty(); }));
}

std::string to_table(std::span<const check_result> results)
{
    std::size_t width = 0;
    for (const auto& result : results) width = std::max(width, result.subject.size());
    std::string table;
    for (const auto& result : results)
    {
        const auto* const state = !result.problems.empty() ? "FAILED " : result.skipped.empty() ? "ok     " : "skipped";
        table += std::string{state} + "  " + padded(result.subject, width) + "  " + padded(result.check, 14);
        table += result.skipped.empty() ? "  " + seconds(result.duration) + " s" : "  " + result.skipped;
        table += '\n';
        for (const auto& problem : result.problems) table += "           " + problem + '\n';
    }
    const auto failed = count_failed(results), skipped = count_skipped(results);
    table += std::to_string(results.size() - failed - skipped) + " checks hold, " + std::to_string(failed) +
             " failed, " + std::to_string(skipped) + " do not apply\n";
    return table;
}

std::string to_junit(std::string_view plugin, std::span<const check_result> results)
{
    const auto  name = escaped(plugin);
    std::string xml  = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" + name + "\" tests=\"" +
                      std::to_string(results.size()) + "\" failures=\"" + std::to_string(count_failed(results)) +
                      "\" skipped=\"" + std::to_string(count_skipped(results)) + "\">\n";
    for (const auto& result : results)
    {
        xml += "  <testcase classname=\"" + name + (result.subject.empty() ? "" : "." + escaped(result.subject)) +
               "\" name=\"" + escaped(result.check) + "\" time=\"" + seconds(result.duration) + "\">";
        if (!result.skipped.empty()) xml += "<skipped message=\"" + escaped(result.skipped) + "\"/>";
        for (const auto& problem : result.problems) xml += "<failure message=\"" + escaped(problem) + "\"/>";
        xml += "</testcase>\n";
    }
    return xml + "</testsuite>\n";
}

} // namespace verbatim::conformance
