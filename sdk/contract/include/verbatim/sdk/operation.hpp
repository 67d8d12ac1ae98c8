#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/literal.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace verbatim::sdk {

class call;

/// The keys that may call an operation. The host checks the key before it reads the body.
enum class access_level
{
    tenant,    ///< any valid key
    superuser, ///< a key with is_superuser
};

/// A header of every successful response of an operation, beside those of the host.
struct response_header
{
    literal name;
    literal value;
};

/// Another form of the successful responses of a GET operation, which a caller prefers to JSON by its `Accept` header.
/// Texts are constants of the plugin.
template <class Response>
struct representation
{
    literal          content_type; ///< "text/csv; charset=utf-8"; `Accept` is compared with the part before `;`
    literal          file_name;    ///< suggested for a download: "usage.csv"
    std::string_view example;      ///< for the document

    /// The body of a response. [any thread]
    std::string (*write)(const Response& response);
};

/// A representation for a response of any type, as the host holds it.
struct erased_representation
{
    literal          content_type;
    literal          file_name;
    std::string_view example;

    std::function<std::string(const void* response)> write;
};

/// How the host serves, documents and accounts for an operation. Texts are constants of the plugin. The host checks all
/// of it at load and with `--check`.
struct descriptor
{
    std::string_view name;                 ///< a-z, 0-9 and _: "analyze_bulk"; the stem of its OpenAPI operation id
    std::string_view verb = "POST";        ///< GET reads its request from the query string, POST from the body
    std::string_view path;                 ///< "/v1/analyze-bulk", no trailing slash
    std::string_view summary;              ///< a few words, the title in the document
    std::string_view description;          ///< Markdown
    std::string_view tag    = "Inference"; ///< group in the document
    access_level     access = access_level::tenant;
    std::string_view usage_label; ///< `operation` of its usage rows; empty: it calls no model
    /// From the start of `run` to the end of its last wait, unless OPERATION_DEADLINE_SECONDS sets another one.
    std::chrono::seconds deadline{120};
    /// Of one model call, several times what its longest answer needs in a script with many tokens, so that a model
    /// that does not stop ends. 0: LLM_MAX_OUTPUT_TOKENS. OPERATION_OUTPUT_TOKENS may set another one.
    /// docs/reference/provider.md#limit-of-the-output
    std::size_t                  max_output_tokens = 0;
    type                         request;              ///< set by typed_operation
    type                         response;             ///< set by typed_operation
    int                          success_status = 200; ///< 200 to 299, without 204 and 205: a response has a body
    std::vector<response_header> headers        = {};  ///< of every successful response
    /// The further errors of the operation: codes of the host, and errors that it defines. The host derives the others
    /// from verb, access and use of a model. An error that is in neither group becomes internal_error.
    std::vector<std::variant<errc, declared_error>> errors = {};
    /// The members that the operation reads from open objects of its request. The host drops all others while it parses
    /// the body. Not set: none is dropped.
    std::optional<std::vector<std::string>> open_members = {};
    /// Fields of the request that name further such members, as a text or a list of texts: `group_by`, `compare.key`.
    /// At most 100 names are read.
    std::vector<std::string_view> open_member_fields = {};
    /// Set by typed_operation. JSON is always available.
    std::vector<erased_representation> representations = {};
};

/// An operation of any type, as the host holds it. Authors derive from typed_operation.
class VERBATIM_SDK_API operation
{
public:
    operation(const operation&)            = delete;
    operation& operator=(const operation&) = delete;
    virtual ~operation();

    /// The author's descriptor with the types of request and response. [load] [any thread]
    virtual descriptor definition() const = 0;

    /// Runs one call; `request` is a valid value of the descriptor's request type, and the result one of its response
    /// type. [call] [may wait]
    virtual task<erased_value> execute(call& call, const void* request) const = 0;

private:
    template <class Request, class Response>
    friend class typed_operation;

    operation() = default;
};

/// One endpoint. Made once at load; many calls use it at a time, from several threads. So it has no state that changes
/// after construction.
template <class Request, class Response>
class typed_operation : public operation
{
public:
    /// [load] [any thread]
    virtual descriptor describe() const = 0;

    /// Handles one call. The request was read, validated and screened; the host writes the response by its schema.
    /// Throws sdk::error to end the call with that code; any other exception becomes internal_error. [call] [may wait]
    virtual task<Response> run(call& call, const Request& request) const = 0;

    /// The further forms of a response, for GET operations. [load] [any thread]
    virtual std::vector<representation<Response>> representations() const { return {}; }

    descriptor definition() const final
    {
        auto described     = describe();
        described.request  = type_of<Request>();
        described.response = type_of<Response>();
        for (const auto& [content_type, file_name, example, write] : representations())
        {
            const auto of_any_type = [write = write](const void* response) {
                return write(*static_cast<const Response*>(response));
            };
            described.representations.push_back({content_type, file_name, example, of_any_type});
        }
        return described;
    }

    task<erased_value> execute(call& call, const void* request) const final
    {
        auto response = co_await run(call, *static_cast<const Request*>(request));
        co_return erase_type(std::move(response));
    }
};

} // namespace verbatim::sdk
