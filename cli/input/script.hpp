#pragma once

#include <boost/json/value.hpp>

#include <memory>
#include <string>

namespace verbatim::cli::input {

/// The reader of files that the page /analyze has, too (core/pages/analyze/reader/command.js), in a JavaScript engine
/// of its own. It has no access to files or the network. For one thread.
class script
{
public:
    script();
    ~script();

    /// Runs an action of the script; `bytes` are its file, if it has one. Throws failure with the sentence of the
    /// script, which names the file.
    boost::json::value run(const std::string& action, const boost::json::value& values, std::string bytes = {});

private:
    struct engine;
    std::unique_ptr<engine> engine_;
};

} // namespace verbatim::cli::input
