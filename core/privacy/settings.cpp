#include "privacy/settings.hpp"

#include "http_client/url.hpp"
#include "settings/loopback.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

bool is_language_code(std::string_view code)
{
    const auto is_code_char = [](char c) { return sdk::ascii::is_alphanumeric(c) || c == '-' || c == '_'; };
    return !code.empty() && code.size() <= 16 && std::ranges::all_of(code, is_code_char);
}

} // namespace

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("AnonymizerSettings", "Texts that are redacted, and a second engine that finds personal data.");

    schema
        .optional("ANONYMIZER_TERMS_PATH", s.terms_path,
                  "File of terms that are always redacted. Each line has a kind, a tab and a text.")
        .example("/etc/verbatim/terms.tsv");
    schema.optional(
        "ANONYMIZER_REDACT_IDS", s.redact_ids,
        "Replaces e-mail addresses and numbers with a valid checksum also in ids and metadata. Names in these "
        "stay.");
    schema
        .optional("ANONYMIZER_ANALYZER_URL", s.analyzer.url,
                  "Base URL of a server with the API of Presidio's analyzer, whose findings are redacted too. It "
                  "receives the original texts.")
        .example("http://127.0.0.1:3000");
    schema.optional("ANONYMIZER_ANALYZER_ALLOW_PLAIN_HTTP", s.analyzer.allow_plain_http,
                    "Whether ANONYMIZER_ANALYZER_URL may begin with http:// if its host is not loopback. Texts with "
                    "personal data are then sent unencrypted.");
    schema.optional("ANONYMIZER_ANALYZER_REQUIRED", s.analyzer.required,
                    "Whether a request fails with 503 if the analyzer fails. With false, the findings of the built-in "
                    "anonymizer are used alone.");
    schema
        .optional("ANONYMIZER_ANALYZER_TIMEOUT_SECONDS", s.analyzer.timeout,
                  "Maximum duration of a request to the analyzer, in seconds; greater than 0.")
        .at_most(600);
    schema.optional("ANONYMIZER_ANALYZER_LANGUAGE", s.analyzer.language,
                    "Language of all texts for the analyzer, which must have a model for it.");
    schema
        .optional("ANONYMIZER_ANALYZER_MIN_SCORE", s.analyzer.min_score,
                  "Minimum score of a finding of the analyzer; findings below it are not redacted.")
        .at_least(0)
        .at_most(1);
    schema.optional("ANONYMIZER_ANALYZER_IGNORED_KINDS", s.analyzer.ignored_kinds,
                    "Kinds of findings of the analyzer that are not redacted.");
    schema
        .optional("ANONYMIZER_ANALYZER_BATCH_SIZE", s.analyzer.batch_size,
                  "Maximum texts of a request to the analyzer. Above 1 it must accept lists, as Presidio does from "
                  "2.2.361 on; 32 is then faster for requests with many records.")
        .at_least(1)
        .at_most(1'000);
    schema
        .optional("ANONYMIZER_ANALYZER_MAX_CONCURRENCY", s.analyzer.max_concurrency,
                  "Maximum concurrent requests to the analyzer. Further ones wait; tenants take turns.")
        .at_least(1);
}

core::settings::setting_problems problems(const settings& s)
{
    core::settings::setting_problems result;
    const auto&                      analyzer = s.analyzer;
    if (!analyzer.url.empty() && !http_client::is_base_url(analyzer.url))
        result.push_back(
            {"ANONYMIZER_ANALYZER_URL", "must be an http:// or https:// URL without user, query or fragment"});
    else if (analyzer.url.starts_with("http://") && !analyzer.allow_plain_http &&
             !core::settings::is_loopback(http_client::host_of(analyzer.url)))
        result.push_back({"ANONYMIZER_ANALYZER_URL", "would send texts with personal data in clear text",
                          "use https://, or set ANONYMIZER_ANALYZER_ALLOW_PLAIN_HTTP to true"});
    if (!(analyzer.timeout > analyzer.timeout.zero()))
        result.push_back({"ANONYMIZER_ANALYZER_TIMEOUT_SECONDS", "must be greater than 0"});
    if (!is_language_code(analyzer.language))
        result.push_back({"ANONYMIZER_ANALYZER_LANGUAGE", "must be a language code such as en"});
    return result;
}

} // namespace verbatim::core::privacy
