#include "e2e/figures.hpp"

#include <re2/re2.h>

#include <sstream>
#include <stdexcept>

namespace verbatim::e2e {

namespace {

[[noreturn]] void broken(const std::string& line, const std::string& why)
{
    throw std::runtime_error{why + ": " + line};
}

/// The family of a sample's name: a histogram's samples carry an ending of their own.
std::string family_of(std::string name, const std::map<std::string, std::string>& types)
{
    for (const std::string ending : {"_bucket", "_sum", "_count"})
    {
        if (!name.ends_with(ending)) continue;
        const auto without = name.substr(0, name.size() - ending.size());
        if (const auto known = types.find(without); known != types.end() && known->second == "histogram")
            return without;
    }
    return name;
}

} // namespace

figures::figures(const std::string& page)
{
    static const RE2 help{R"(# HELP ([a-z_]+) \S.*\.)"};
    static const RE2 type{R"(# TYPE ([a-z_]+) (counter|gauge|histogram))"};
    static const RE2 sample{
        R"RE(([a-z_]+)((?:\{[a-z_]+="(?:[^"\\]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\]|\\["\\n])*")*\})?) (\S+))RE"};

    if (page.empty() || page.back() != '\n') throw std::runtime_error{"the page does not end with a line's end"};
    std::istringstream    lines{page};
    std::set<std::string> explained;
    std::string           name, kind, labels, number;
    for (std::string line; std::getline(lines, line);)
    {
        if (RE2::FullMatch(line, help, &name))
        {
            if (!explained.insert(name).second) broken(line, "explained twice");
        }
        else if (RE2::FullMatch(line, type, &name, &kind))
        {
            if (!explained.contains(name)) broken(line, "not explained");
            if (!types.emplace(name, kind).second) broken(line, "told twice");
        }
        else if (RE2::FullMatch(line, sample, &name, &labels, &number))
        {
            if (!types.contains(family_of(name, types))) broken(line, "has no type");
            std::size_t end   = 0;
            const auto  value = std::stod(number, &end);
            if (end != number.size()) broken(line, "no number");
            if (!series.emplace(name + labels, value).second) broken(line, "told twice");
        }
        else broken(line, "neither comment nor sample");
    }
}

double figures::of(const std::string& wanted) const
{
    const auto found = series.find(wanted);
    if (found == series.end()) throw std::runtime_error{"no figure " + wanted};
    return found->second;
}

std::set<std::string> figures::names() const
{
    std::set<std::string> all;
    for (const auto& [name, value] : series) all.insert(name);
    return all;
}

} // namespace verbatim::e2e
