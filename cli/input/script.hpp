#pragma once

#include <boost/json/value.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace verbatim::cli::input {

/// Modules of the page /analyze that the command has, too, each in a JavaScript engine of its own.
enum class script_name
{
    reader,  ///< of files: core/pages/analyze/reader/command.js
    reports, ///< and lists of themes: core/pages/analyze/export/command.js
};

/// A script in an engine without access to files or the network. For one thread.
class script
{
public:
    explicit script(script_name name = script_name::reader);
    ~script();

    /// Runs an action of the script; `bytes` are its file, if it has one. Throws failure with the sentence of the
    /// script, which names the file.
    boost::json::value run(const std::string& action, const boost::json::value& values, std::string_view bytes = {});

private:
    struct engine;
    std::unique_ptr<engine> engine_;
};

} // namespace verbatim::cli::input
