#pragma once

#include "llm/model_client.hpp"

#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/operation.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// The member that the server adds to requests.
struct explain_option
{
    bool explain = false;
};
void declare(sdk::schema_builder& schema, explain_option& option);

/// The attempts at a model, by its name in the usage rows.
struct used_model
{
    std::string  model;
    std::int64_t calls          = 0;
    std::int64_t failed_calls   = 0;
    std::int64_t unpriced_calls = 0;
    std::int64_t input_tokens   = 0;
    std::int64_t cached_tokens  = 0;
    std::int64_t output_tokens  = 0;
    double       cost_usd       = 0;
};
void declare(sdk::schema_builder& schema, used_model& model);

struct used_prompt
{
    std::string  sha256; ///< of the system message, in hexadecimal digits
    std::int64_t requests = 0;
};
void declare(sdk::schema_builder& schema, used_prompt& prompt);

struct redacted_kind
{
    std::string  kind;
    std::int64_t count = 0;
};
void declare(sdk::schema_builder& schema, redacted_kind& kind);

struct repaired_output
{
    std::string  kind;
    std::int64_t count = 0;
};
void declare(sdk::schema_builder& schema, repaired_output& repair);

struct noted_fact
{
    std::string  name;
    std::int64_t count = 0;
};
void declare(sdk::schema_builder& schema, noted_fact& fact);

struct phase_duration
{
    std::string  name;
    std::int64_t duration_ms = 0;
};
void declare(sdk::schema_builder& schema, phase_duration& phase);

/// How a response was made: docs/reference/provenance.md. Holds no text of a caller or a model, except the names of
/// unknown members.
struct provenance
{
    std::string                  server_version;
    std::vector<used_model>      models;
    std::optional<bool>          judge_is_writer; ///< none without a judge that answered
    std::optional<std::string>   embedder;
    std::vector<used_prompt>     prompts;
    std::vector<redacted_kind>   redactions;
    std::vector<repaired_output> repairs;
    std::vector<noted_fact>      facts;
    std::int64_t                 duration_ms = 0;
    std::vector<phase_duration>  phases;
    std::vector<std::string>     unknown_members;
};
void declare(sdk::schema_builder& schema, provenance& value);

/// The member that the server adds to responses.
struct provenance_member
{
    std::optional<core::gateway::provenance> provenance;
};
void declare(sdk::schema_builder& schema, provenance_member& member);

/// Whether requests of the operation take `explain`: those that may become jobs, unless they or their responses declare
/// a member of the same name.
bool is_explainable(const sdk::descriptor& descriptor);

/// Collects the provenance of one response. Owned by a shared_ptr. [any thread]
class provenance_recorder : public std::enable_shared_from_this<provenance_recorder>
{
public:
    explicit provenance_recorder(std::string_view server_version, std::vector<std::string> unknown_members = {});

    void add(const recording::usage_row& row);
    void set_embedder(std::string version);
    void add_prompt(const sdk::system_message& system);
    void add_answer(llm::connection_role role, std::string_view model);
    void add_findings(const std::vector<std::vector<sdk::detected_entity>>& findings);
    void add_repairs(const std::vector<sdk::reply_repair>& repairs);
    void note(sdk::literal fact, std::int64_t count);

    /// Measures a phase until the result is destroyed. Phases of one name that overlap are measured once. `traced` is
    /// the same phase in a trace, or null.
    std::unique_ptr<sdk::phase> begin_phase(sdk::literal name, std::unique_ptr<sdk::phase> traced);

    /// The provenance up to now, with the duration since the construction.
    provenance read() const;

private:
    using clock = std::chrono::steady_clock;

    struct phase_time
    {
        sdk::literal      name;
        std::size_t       open = 0; ///< phases of this name under way
        clock::time_point start{};  ///< of the first of them
        clock::duration   total{0};
    };
    class open_phase;

    void end_phase(std::size_t index);

    const clock::time_point start_ = clock::now();
    mutable std::mutex      mutex_;
    provenance              value_;
    std::set<std::string>   writers_; ///< models that answered as the main one, max_models at most
    std::set<std::string>   judges_;  ///< the same as judges
    std::vector<phase_time> phases_;
};

/// The model with its system messages and answers added to the recorder.
std::unique_ptr<sdk::llm> explained(std::unique_ptr<sdk::llm> model, std::shared_ptr<provenance_recorder> recorder,
                                    llm::connection_role role);

/// The anonymizer with its findings added to the recorder. `anonymizer` outlives the result.
std::unique_ptr<sdk::anonymizer> explained(sdk::anonymizer& anonymizer, std::shared_ptr<provenance_recorder> recorder);

} // namespace verbatim::core::gateway
