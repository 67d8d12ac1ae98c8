#include "support/server_process.hpp"

#include "support/recorded_responses.hpp"

namespace verbatim::support {

server_process::server_process(const environment& settings, const std::vector<std::string>& arguments)
    : testing::server_process{VERBATIMD, settings, arguments}
    , all_plugins_enabled_{!settings.contains("PLUGINS_ENABLED")}
{}

server_process::~server_process()
{
    kill();
    if (all_plugins_enabled_) store_responses(responses_in(output()));
}

std::pair<int, std::string> run_server(const server_process::environment& settings,
                                       const std::vector<std::string>&    arguments)
{
    server_process server{settings, arguments};
    const auto     code = server.wait();
    return {code, server.output()};
}

} // namespace verbatim::support
