#pragma once

#include "report.hpp"

#include "verbatim/sdk/operation.hpp"
#include "verbatim/testing/temporary_directory.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace verbatim::conformance {

/// Checks of a plugin in verbatimd processes of their own, which serve nothing else, with SQLite and the built-in
/// model.
class server_checks
{
public:
    /// `program` is the path of verbatimd, `settings` those of the plugin. The operations are borrowed.
    server_checks(std::filesystem::path program, const std::filesystem::path& plugin,
                  std::map<std::string, std::string>                  settings,
                  const std::vector<std::unique_ptr<sdk::operation>>& operations);

    /// Whether `verbatimd --check` accepts the plugin. The other checks need that.
    check_result check_load();

    /// The checks of all operations.
    std::vector<check_result> run();

private:
    const std::filesystem::path                         program_;
    const testing::temporary_directory                  folder_; ///< a folder with this plugin alone
    std::map<std::string, std::string>                  settings_;
    const std::vector<std::unique_ptr<sdk::operation>>& operations_;
};

} // namespace verbatim::conformance
