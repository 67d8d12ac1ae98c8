#include "gateway/provenance.hpp"

#include "encoding/encoding.hpp"
#include "gateway/deferral.hpp"
#include "gateway/descriptor_facts.hpp"
#include "gateway/unknown_members.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::gateway {

namespace {

/// A provider may report another model name with every response.
constexpr std::size_t      max_models  = 64;
constexpr std::string_view other_model = "other";

/// Operations have a few; a list of languages makes it more.
constexpr std::size_t max_prompts = 64;

/// The item with this name, or a new one at the end.
template <class Item>
Item& item_of(std::vector<Item>& items, std::string Item::*member, std::string_view name)
{
    const auto item = std::ranges::find(items, name, member);
    if (item != items.end()) return *item;
    auto& added   = items.emplace_back();
    added.*member = name;
    return added;
}

std::int64_t to_milliseconds(std::chrono::steady_clock::duration duration)
{
    return std::chrono::floor<std::chrono::milliseconds>(duration).count();
}

class explained_llm final : public sdk::llm
{
public:
    explained_llm(std::unique_ptr<sdk::llm> model, std::shared_ptr<provenance_recorder> recorder,
                  core::llm::connection_role role)
        : model_{std::move(model)}
        , recorder_{std::move(recorder)}
        , role_{role}
    {}

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override
    {
        recorder_->add_prompt(request.system);
        auto completion = co_await model_->try_complete(request);
        if (!completion) co_return completion;
        recorder_->add_answer(role_, completion->model);
        recorder_->add_repairs(completion->repairs);
        co_return completion;
    }
    sdk::token_limits limits() const noexcept override { return model_->limits(); }

private:
    std::unique_ptr<sdk::llm>            model_;
    std::shared_ptr<provenance_recorder> recorder_;
    const core::llm::connection_role     role_;
};

class explained_anonymizer final : public sdk::anonymizer
{
public:
    using findings = std::vector<std::vector<sdk::detected_entity>>;

    explained_anonymizer(sdk::anonymizer& wrapped, std::shared_ptr<provenance_recorder> recorder)
        : anonymizer_{wrapped}
        , recorder_{std::move(recorder)}
    {}

    sdk::task<findings> detect(std::span<const std::string_view> texts) override
    {
        auto result = co_await anonymizer_.detect(texts);
        recorder_->add_findings(result);
        co_return result;
    }
    sdk::task<findings> detect_verified(std::span<const std::string_view> texts) override
    {
        auto result = co_await anonymizer_.detect_verified(texts);
        recorder_->add_findings(result);
        co_return result;
    }

private:
    sdk::anonymizer&                     anonymizer_;
    std::shared_ptr<provenance_recorder> recorder_;
};

} // namespace

void declare(sdk::schema_builder& schema, explain_option& option)
{
    schema.name("ExplainOption", "A request for provenance.");
    schema.optional("explain", option.explain,
                    "Whether the response has `provenance`: models, prompts, redactions, tokens, cost and durations.");
}

void declare(sdk::schema_builder& schema, used_model& model)
{
    schema.name("UsedModel", "The calls of a model; each attempt is a call.");
    schema
        .field("model", model.model,
               "Name as in the usage rows: reported by the provider, of failed calls as configured.")
        .example("gpt-5.4-2026-03-05");
    schema.field("calls", model.calls, "Number of calls.").example("2");
    schema.field("failed_calls", model.failed_calls, "Number of calls that ended with an error.").example("0");
    schema.field("unpriced_calls", model.unpriced_calls, "Number of calls with tokens of unknown price.").example("0");
    schema.field("input_tokens", model.input_tokens, "Prompt tokens.").example("1840");
    schema.field("cached_tokens", model.cached_tokens, "Prompt tokens that the provider read from a cache.")
        .example("0");
    schema.field("output_tokens", model.output_tokens, "Completion tokens.").example("210");
    schema.field("cost_usd", model.cost_usd, "Cost in US dollars.").example("0.00775");
}

void declare(sdk::schema_builder& schema, used_prompt& prompt)
{
    schema.name("UsedPrompt", "A system message. It holds no text of the caller.");
    schema.field("sha256", prompt.sha256, "SHA-256 of its UTF-8 bytes.")
        .example("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
    schema.field("requests", prompt.requests, "Number of model requests with it, without retries.").example("1");
}

void declare(sdk::schema_builder& schema, redacted_kind& kind)
{
    schema.name("RedactedKind", "Passages with personal data of a kind.");
    schema.field("kind", kind.kind, "Kind, as in placeholders.").example("PERSON");
    schema.field("count", kind.count, "Number of passages that the redaction found.").example("3");
}

void declare(sdk::schema_builder& schema, repaired_output& repair)
{
    schema.name("RepairedOutput", "Outputs of models with a mistake of a kind that the server corrected.");
    schema.field("kind", repair.kind, "Kind of the mistake.").example("commas");
    schema.field("count", repair.count, "Number of outputs.").example("1");
}

void declare(sdk::schema_builder& schema, noted_fact& fact)
{
    schema.name("NotedFact", "A number that the operation reports.");
    schema.field("name", fact.name, "Name of the fact; the operation defines it.").example("chunks");
    schema.field("count", fact.count, "Its number.").example("12");
}

void declare(sdk::schema_builder& schema, phase_duration& phase)
{
    schema.name("PhaseDuration", "A part of the operation.");
    schema.field("name", phase.name, "Name of the phase.").example("anonymise");
    schema.field("duration_ms", phase.duration_ms, "Time in which it was under way, in milliseconds.").example("14");
}

void declare(sdk::schema_builder& schema, provenance& value)
{
    schema.name("Provenance", "How a response was made. It holds no text of records, prompts or models.");
    schema.field("server_version", value.server_version, "Version of the server.").example("1.0.0");
    schema.field("models", value.models, "Models, in the order of their first call to end.");
    schema
        .field(
            "judge_is_writer", value.judge_is_writer,
            "Whether a model judged that also wrote, so that its score is an opinion on its own work. null: no judge "
            "answered.")
        .example("true");
    schema
        .field("embedder", value.embedder,
               "The embedder, if the operation used one: its model, and of local/semantic the SHA-256 of its word "
               "vectors.")
        .absent_if_null();
    schema.field("prompts", value.prompts, "Distinct system messages, in the order of their first use; at most 64.");
    schema.field("redactions", value.redactions, "Passages with personal data that the redaction found, by kind.");
    schema.field("repairs", value.repairs, "Outputs of models that the server corrected, by kind.");
    schema.field("facts", value.facts, "Numbers that the operation reports.");
    schema.field("duration_ms", value.duration_ms, "Duration of the operation in milliseconds.").example("4210");
    schema.field("phases", value.phases, "Phases, in the order of their start. They may overlap.");
    schema.field("unknown_members", value.unknown_members, unknown_members_description);
}

void declare(sdk::schema_builder& schema, provenance_member& member)
{
    schema.name("ProvenanceMember", "A response with provenance.");
    schema.field("provenance", member.provenance, "How the response was made; only with `explain`.").absent_if_null();
}

bool is_explainable(const sdk::descriptor& descriptor)
{
    return is_deferrable(descriptor) && descriptor.request && descriptor.response &&
           !has_field(descriptor.request.schema(), "explain") && !has_field(descriptor.response.schema(), "provenance");
}

/// Ends with this object.
class provenance_recorder::open_phase final : public sdk::phase
{
public:
    open_phase(std::shared_ptr<provenance_recorder> recorder, std::size_t index, std::unique_ptr<sdk::phase> traced)
        : recorder_{std::move(recorder)}
        , index_{index}
        , traced_{std::move(traced)}
    {}
    ~open_phase() override { recorder_->end_phase(index_); }

private:
    std::shared_ptr<provenance_recorder> recorder_;
    std::size_t                          index_;
    std::unique_ptr<sdk::phase>          traced_;
};

provenance_recorder::provenance_recorder(std::string_view server_version, std::vector<std::string> unknown_members)
{
    value_.server_version  = server_version;
    value_.unknown_members = std::move(unknown_members);
}

void provenance_recorder::add(const recording::usage_row& row)
{
    const std::scoped_lock lock{mutex_};
    const bool             is_known = std::ranges::count(value_.models, row.model, &used_model::model) != 0;
    const std::string_view name =
        is_known || value_.models.size() < max_models ? std::string_view{row.model} : other_model;
    auto& model = item_of(value_.models, &used_model::model, name);
    ++model.calls;
    model.failed_calls += row.error.has_value();
    model.unpriced_calls += !row.priced;
    model.input_tokens += row.input_tokens;
    model.cached_tokens += row.cached_tokens;
    model.output_tokens += row.output_tokens;
    model.cost_usd += static_cast<double>(row.cost); // in millionths until read(), so that sums are exact
}

void provenance_recorder::set_embedder(std::string version)
{
    const std::scoped_lock lock{mutex_};
    value_.embedder = std::move(version);
}

void provenance_recorder::add_prompt(const sdk::system_message& system)
{
    const auto             digest = encoding::to_hexadecimal(encoding::sha256_of(system.text()));
    const std::scoped_lock lock{mutex_};
    const bool             is_known = std::ranges::count(value_.prompts, digest, &used_prompt::sha256) != 0;
    if (is_known || value_.prompts.size() < max_prompts)
        ++item_of(value_.prompts, &used_prompt::sha256, digest).requests;
}

void provenance_recorder::add_answer(llm::connection_role role, std::string_view model)
{
    const std::scoped_lock lock{mutex_};
    auto&                  models = role == llm::connection_role::judge ? judges_ : writers_;
    if (models.size() < max_models) models.emplace(model);
}

void provenance_recorder::add_findings(const std::vector<std::vector<sdk::detected_entity>>& findings)
{
    const std::scoped_lock lock{mutex_};
    for (const auto& text : findings)
        for (const auto& entity : text) ++item_of(value_.redactions, &redacted_kind::kind, entity.kind).count;
}

void provenance_recorder::add_repairs(const std::vector<sdk::reply_repair>& repairs)
{
    const std::scoped_lock lock{mutex_};
    for (const auto repair : repairs) ++item_of(value_.repairs, &repaired_output::kind, sdk::to_string(repair)).count;
}

void provenance_recorder::note(sdk::literal fact, std::int64_t count)
{
    const std::scoped_lock lock{mutex_};
    item_of(value_.facts, &noted_fact::name, fact).count += count;
}

std::unique_ptr<sdk::phase> provenance_recorder::begin_phase(sdk::literal name, std::unique_ptr<sdk::phase> traced)
{
    const std::scoped_lock lock{mutex_};
    auto                   phase = std::ranges::find(phases_, name, &phase_time::name);
    if (phase == phases_.end()) phase = phases_.insert(phase, phase_time{.name = name});
    const auto index  = static_cast<std::size_t>(phase - phases_.begin());
    auto       opened = std::make_unique<open_phase>(shared_from_this(), index, std::move(traced));
    if (phase->open++ == 0) phase->start = clock::now();
    return opened;
}

void provenance_recorder::end_phase(std::size_t index)
{
    const std::scoped_lock lock{mutex_};
    auto&                  phase = phases_[index];
    if (--phase.open == 0) phase.total += clock::now() - phase.start;
}

provenance provenance_recorder::read() const
{
    const std::scoped_lock lock{mutex_};
    auto                   value = value_;
    for (auto& model : value.models) model.cost_usd /= recording::micro_usd_per_usd;
    if (!judges_.empty())
        value.judge_is_writer =
            std::ranges::any_of(judges_, [this](const auto& judge) { return writers_.contains(judge); });
    value.duration_ms = to_milliseconds(clock::now() - start_);
    for (const auto& phase : phases_)
        value.phases.push_back({std::string{phase.name.view()}, to_milliseconds(phase.total)});
    return value;
}

std::unique_ptr<sdk::llm> explained(std::unique_ptr<sdk::llm> model, std::shared_ptr<provenance_recorder> recorder,
                                    llm::connection_role role)
{
    return std::make_unique<explained_llm>(std::move(model), std::move(recorder), role);
}

std::unique_ptr<sdk::anonymizer> explained(sdk::anonymizer& anonymizer, std::shared_ptr<provenance_recorder> recorder)
{
    return std::make_unique<explained_anonymizer>(anonymizer, std::move(recorder));
}

} // namespace verbatim::core::gateway
