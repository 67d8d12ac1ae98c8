#pragma once

#include "verbatim/testing/server_process.hpp"

#include <string>
#include <utility>
#include <vector>

namespace verbatim::support {

/// The verbatimd of this build. The destructor stores the responses in its log, unless plugins are missing: the
/// document then differs.
class server_process : public testing::server_process
{
public:
    explicit server_process(const environment& settings, const std::vector<std::string>& arguments = {});
    ~server_process();

private:
    bool all_plugins_enabled_;
};

/// Runs verbatimd to its end; returns exit code and output.
std::pair<int, std::string> run_server(const server_process::environment& settings,
                                       const std::vector<std::string>&    arguments);

} // namespace verbatim::support
