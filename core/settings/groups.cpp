#include "settings/groups.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace verbatim::core::settings {

namespace {

/// A question, and names or beginnings of names of its settings. The longest beginning of a name decides.
struct question
{
    std::string_view                title;
    std::array<std::string_view, 9> names;
};

/// In the order in which operators meet them.
constexpr std::array questions{
    question{"Who may call, and how much?",
             {"AUTH_API_KEYS", "LIMITS_FILE", "LLM_MAX_CALLS_PER_REQUEST", "LLM_MAX_TOKENS_PER_REQUEST"}},
    question{"Where does the server listen?", {"NETWORK_", "NETWORK_ADMIN_", "NETWORK_TLS_"}},
    question{"Which model answers, with which key and at which price?", {"LLM_", "JUDGE_LLM_", "MODEL_PRICES_PATH"}},
    question{
        "How does a managed identity of Azure get its tokens? Azure sets these variables, except on virtual machines.",
        {"AZURE_", "IDENTITY_"}},
    question{"What does a request to a model contain?",
             {"LLM_TEMPERATURE", "LLM_SEND_", "LLM_STRUCTURED_OUTPUT", "JUDGE_LLM_STRUCTURED_OUTPUT",
              "LLM_PROMPT_CACHE", "LLM_STREAM", "LLM_MAX_OUTPUT_TOKENS", "OPERATION_OUTPUT_TOKENS"}},
    question{"How long may a prompt be, and how are its tokens estimated?",
             {"LLM_MAX_TOTAL_TOKENS", "LLM_CONTEXT_TOKENS", "LLM_ASK_SERVER", "LLM_CHARS_PER_TOKEN", "LLM_TOKENIZER"}},
    question{"How long does a request wait for a model that is slow or fails?",
             {"LLM_TIMEOUT_SECONDS", "JUDGE_LLM_TIMEOUT_SECONDS", "LLM_TOKEN_TIMEOUT_SECONDS", "LLM_MAX_RETRIES",
              "LLM_FAILURE_SECONDS", "OPERATION_DEADLINE_SECONDS"}},
    question{"What is hidden from models and readers?", {"ANONYMIZER_", "ANALYZE_METADATA_FIELDS", "MIN_CELL"}},
    question{"Where are usage rows, keys and jobs stored, and for how long?",
             {"STATE_DIR", "DB_", "USAGE_", "JOBS_STORE", "JOBS_KEY_FILE", "JOBS_RESULT_HOURS"}},
    question{"How much does the server do at a time?",
             {"NETWORK_MAX_", "LLM_MAX_CONCURRENCY", "LLM_MAX_TENANT_SHARE", "ANALYZE_MAX_CONCURRENT_CHUNKS", "JOBS_",
              "USAGE_REPORT_MAX_ROWS"}},
    question{"How does the server stop?", {"PRE_STOP_SECONDS", "DRAIN_SECONDS"}},
    question{"How do operators see what the server does?", {"LOG_", "OTEL_", "LLM_SEND_TRACEPARENT"}},
    question{"Which operations are served?", {"PLUGINS_", "REMOTE_OPERATIONS"}},
    question{"How is feedback analysed and coded?",
             {"ANALYZE_", "EMBEDDING_", "CODING_FRAMEWORK_PATH", "ASSIGN_CODES_SPECULATIVE"}},
};

/// The place of the setting's question; questions.size() if none names it.
std::size_t question_of(std::string_view setting)
{
    std::size_t result  = questions.size();
    std::size_t longest = 0;
    for (std::size_t i = 0; i != questions.size(); ++i)
        for (const auto name : questions[i].names)
            if (name.size() > longest && setting.starts_with(name))
            {
                result  = i;
                longest = name.size();
            }
    return result;
}

} // namespace

std::vector<setting_group> group_settings(std::span<const reader::section> sections)
{
    std::vector<setting_group> groups;
    for (const auto& question : questions) groups.push_back({question.title, {}});

    std::set<std::string_view> names;
    for (const auto& section : sections)
    {
        setting_group others{section.description, {}};
        for (const auto& field : section.fields)
        {
            if (!names.insert(field.name).second) continue;
            const auto question = question_of(field.name);
            auto&      group    = question == questions.size() ? others : groups[question];
            group.settings.push_back({&section, &field});
        }
        groups.push_back(std::move(others));
    }
    std::erase_if(groups, [](const setting_group& group) { return group.settings.empty(); });
    return groups;
}

} // namespace verbatim::core::settings
