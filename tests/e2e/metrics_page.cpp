#include "e2e/metrics_page.hpp"

#include <re2/re2.h>

#include <sstream>
#include <stdexcept>

namespace verbatim::e2e {

namespace {

[[noreturn]] void fail(const std::string& line, const std::string& problem)
{
    throw std::runtime_error{problem + ": " + line};
}

/// The metric family of a sample; samples of a histogram have a suffix.
std::string family_of(std::string name, const std::map<std::string, std::string>& types)
{
    for (const std::string ending : {"_bucket", "_sum", "_count"})
    {
        if (!name.ends_with(ending)) continue;
        const auto without = name.substr(0, name.size() - ending.size());
        if (const auto type = types.find(without); type != types.end() && type->second == "histogram") return without;
    }
    return name;
}

} // namespace

metrics_page::metrics_page(const std::string& page)
{
    static const RE2 help{R"(# HELP ([a-z_]+) \S.*\.)"};
    static const RE2 type{R"(# TYPE ([a-z_]+) (counter|gauge|histogram))"};
    static const RE2 sample{
        R"RE(([a-z_]+)((?:\{[a-z_]+="(?:[^"\\]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\]|\\["\\n])*")*\})?) (\S+))RE"};

    if (page.empty() || page.back() != '\n') throw std::runtime_error{"the page does not end with a line feed"};
    std::istringstream    lines{page};
    std::set<std::string> explained;
    std::string           name, kind, labels, number;
    for (std::string line; std::getline(lines, line);)
    {
        if (RE2::FullMatch(line, help, &name))
        {
            if (!explained.insert(name).second) fail(line, "duplicate HELP");
        }
        else if (RE2::FullMatch(line, type, &name, &kind))
        {
            if (!explained.contains(name)) fail(line, "TYPE without HELP");
            if (!types.emplace(name, kind).second) fail(line, "duplicate");
        }
        else if (RE2::FullMatch(line, sample, &name, &labels, &number))
        {
            if (!types.contains(family_of(name, types))) fail(line, "sample without TYPE");
            std::size_t end   = 0;
            const auto  value = std::stod(number, &end);
            if (end != number.size()) fail(line, "invalid number");
            if (!series.emplace(name + labels, value).second) fail(line, "duplicate");
        }
        else fail(line, "neither comment nor sample");
    }
}

double metrics_page::value(const std::string& series_name) const
{
    const auto entry = series.find(series_name);
    if (entry == series.end()) throw std::runtime_error{"no metric " + series_name};
    return entry->second;
}

std::set<std::string> metrics_page::names() const
{
    std::set<std::string> result;
    for (const auto& [name, value] : series) result.insert(name);
    return result;
}

} // namespace verbatim::e2e
