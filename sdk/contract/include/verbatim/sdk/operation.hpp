#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/response.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

class call;

/// Who may call an operation. The gateway checks it before a byte of the body is read.
enum class access_level
{
    tenant,    ///< any valid key
    superuser, ///< a key with is_superuser
};

/// What the host needs to know of an operation to serve, document and account for it. Texts are constants of the
/// plugin.
struct descriptor
{
    std::string_view     name;          ///< handler name, a word: "analyze_bulk"; the stem of its OpenAPI operation id
    std::string_view     verb = "POST"; ///< GET reads its request from the query string, POST from the body
    std::string_view     path;          ///< "/v1/analyze-bulk", no trailing slash
    std::string_view     summary;       ///< a few words, for the head line in the document
    std::string_view     description;   ///< Markdown
    std::string_view     tag    = "Inference"; ///< group in the document
    access_level         access = access_level::tenant;
    std::string_view     usage_label;          ///< `operation` of its usage rows; empty: it asks no model
    std::chrono::seconds deadline{120};        ///< from the moment the handler starts to the end of its last wait
    type                 request;              ///< type_of<request>()
    type                 response;             ///< type_of<answer>()
    int                  success_status = 200; ///< status of its answer
    std::vector<errc>    errors = {}; ///< how it can end beyond what every operation of its kind does, for the document
    /// Of the open objects in its request, the members that it reads: the others are dropped while the body is parsed,
    /// whatever they hold. Not set: all are kept.
    std::optional<std::vector<std::string>> open_members = {};
};

/// One endpoint. Made once at load and used by many calls at a time, from several threads: it has no state of its own
/// but what it was given when made.
class VERBATIM_SDK_API operation
{
public:
    operation()                            = default;
    operation(const operation&)            = delete;
    operation& operator=(const operation&) = delete;
    virtual ~operation();

    /// [load] [any thread]
    virtual descriptor describe() const = 0;

    /// Answers one call. The request is already read, found valid and screened: `call.asked<request>()`.
    /// Throws sdk::error to end the call with that code; anything else becomes internal_error. [call] [may wait]
    virtual task<response> run(call& call) = 0;
};

} // namespace verbatim::sdk
