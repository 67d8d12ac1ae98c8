#include "support/recorded_responses.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace verbatim::support {

namespace {

/// The value of a member in a JSON log line, without quotes; empty if absent.
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

recorded_responses responses_in(const std::string& log)
{
    recorded_responses responses;
    std::istringstream lines{log};
    for (std::string line; std::getline(lines, line) && !lines.eof();) // a running server may be writing the last one
        if (line.find(R"("event":"request_finished")") != line.npos)
            responses.insert({value(line, "method"), value(line, "path"), value(line, "status"), value(line, "code")});
    return responses;
}

void store_responses(const recorded_responses& responses)
{
    static std::atomic<int> count = 0;
    if (responses.empty()) return;
    std::filesystem::create_directories(STATUSES);
    std::ofstream file{STATUSES "/" + std::to_string(getpid()) + "-" + std::to_string(++count)};
    for (const auto& response : responses)
        file << response.method << '\t' << response.path << '\t' << response.status << '\t' << response.code << '\n';
}

recorded_responses stored_responses()
{
    recorded_responses responses;
    if (!std::filesystem::exists(STATUSES)) return responses;
    for (const auto& entry : std::filesystem::directory_iterator{STATUSES})
    {
        std::ifstream file{entry.path()};
        for (std::string line; std::getline(file, line);)
        {
            std::istringstream parts{line};
            recorded_response  response;
            for (auto* part : {&response.method, &response.path, &response.status, &response.code})
                std::getline(parts, *part, '\t');
            responses.insert(std::move(response));
        }
    }
    return responses;
}

} // namespace verbatim::support
