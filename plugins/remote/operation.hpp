#pragma once

#include "call_back.hpp"
#include "document.hpp"
#include "document_values.hpp"
#include "process.hpp"

#include "verbatim/sdk/plugin.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::remote {

/// An operation of a document, without its C++ types. Made at load; many calls use it at a time.
class declared_operation
{
public:
    /// The n-th operation of all documents; see max_operations. `declaration` is never destroyed. Throws
    /// std::exception for a declaration that breaks a rule of schemas. [load]
    declared_operation(std::size_t n, const operation_declaration& declaration, std::shared_ptr<process> process,
                       const settings& settings);

    sdk::descriptor describe() const;

    /// Sends the redacted request to the process and reads its response into `response`. [call] [may wait]
    sdk::task<> run(sdk::call& call, const object_value& request, object_value& response) const;

private:
    sdk::task<> read_response(sdk::call& call, std::string_view body, const feedback::redaction& names,
                              const std::map<std::string, std::string, std::less<>>& ids, object_value& response) const;

    const operation_declaration&   declaration_;
    const std::shared_ptr<process> process_;
    const std::vector<std::string> metadata_; ///< keys that the process sees
    const std::size_t              max_call_backs_;
    const std::size_t              request_; ///< number of its type
    const std::size_t              response_;
    prepared_prompts               prompts_;
};

/// Adds the operations of all documents to the plugin. Throws std::runtime_error with one sentence that names file and
/// member. [load]
void add_operations(sdk::plugin& plugin, const settings& settings);

} // namespace verbatim::remote
