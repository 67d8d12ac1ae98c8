#include "support/statuses.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace verbatim::support {

namespace {

/// The member's value in a line of the log, without quotes; empty when it has none.
std::string value(const std::string& line, const std::string& name)
{
    const auto key = "\"" + name + "\":";
    auto       at  = line.find(key);
    if (at == line.npos) return {};
    at += key.size();
    if (line[at] == '"') ++at;
    return line.substr(at, line.find_first_of("\",}", at) - at);
}

} // namespace

statuses statuses_of(const std::string& log)
{
    statuses           answered;
    std::istringstream lines{log};
    for (std::string line; std::getline(lines, line);)
        if (line.find(R"("event":"request finished")") != line.npos)
            answered.insert({value(line, "method"), value(line, "path"), value(line, "status"), value(line, "code")});
    return answered;
}

void keep(const statuses& answered)
{
    static std::atomic<int> count = 0;
    if (answered.empty()) return;
    std::filesystem::create_directories(STATUSES);
    std::ofstream file{STATUSES "/" + std::to_string(getpid()) + "-" + std::to_string(++count)};
    for (const auto& one : answered)
        file << one.method << '\t' << one.path << '\t' << one.status << '\t' << one.code << '\n';
}

statuses kept_statuses()
{
    statuses all;
    if (!std::filesystem::exists(STATUSES)) return all;
    for (const auto& one : std::filesystem::directory_iterator{STATUSES})
    {
        std::ifstream file{one.path()};
        for (std::string line; std::getline(file, line);)
        {
            std::istringstream parts{line};
            answer             found;
            for (auto* part : {&found.method, &found.path, &found.status, &found.code})
                std::getline(parts, *part, '\t');
            all.insert(std::move(found));
        }
    }
    return all;
}

} // namespace verbatim::support
