#include "e2e/figures.hpp"

#include <regex>
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
    static const std::regex help{R"(# HELP ([a-z_]+) \S.*\.)"};
    static const std::regex type{R"(# TYPE ([a-z_]+) (counter|gauge|histogram))"};
    static const std::regex sample{
        R"RE(([a-z_]+)(\{[a-z_]+="(?:[^"\\]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\]|\\["\\n])*")*\})? (\S+))RE"};

    if (page.empty() || page.back() != '\n') throw std::runtime_error{"the page does not end with a line's end"};
    std::istringstream    lines{page};
    std::set<std::string> explained;
    std::smatch           found;
    for (std::string line; std::getline(lines, line);)
    {
        if (std::regex_match(line, found, help))
        {
            if (!explained.insert(found[1]).second) broken(line, "explained twice");
        }
        else if (std::regex_match(line, found, type))
        {
            if (!explained.contains(found[1])) broken(line, "not explained");
            if (!types.emplace(found[1], found[2]).second) broken(line, "told twice");
        }
        else if (std::regex_match(line, found, sample))
        {
            if (!types.contains(family_of(found[1], types))) broken(line, "has no type");
            std::size_t end   = 0;
            const auto  value = std::stod(found[3], &end);
            if (end != found[3].str().size()) broken(line, "no number");
            if (!series.emplace(found[1].str() + found[2].str(), value).second) broken(line, "told twice");
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
