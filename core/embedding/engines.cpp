#include "embedding/engine.hpp"

#include "embedding/engines.hpp"

#include "verbatim/sdk/text.hpp"

#include <utility>

namespace verbatim::core::embedding {

std::unique_ptr<const word_vectors> open_word_vectors(const settings& configuration, const std::string& installed)
{
    if (engine_of(configuration) != semantic_engine) return nullptr;
    const auto& configured = configuration.word_vectors;
    return std::make_unique<const word_vectors>(configured.empty() ? installed : configured.text);
}

std::unique_ptr<engine> make_engine(const settings& configuration, const llm::settings& llm_configuration,
                                    llm::model_client& model_client, exec::pool_runner run_on_pool,
                                    const std::string& installed_word_vectors)
{
    const auto engine_name = engine_of(configuration);
    if (engine_name == disabled) return nullptr;
    if (is_built_in(engine_name))
        return make_local_engine(configuration.max_characters, std::move(run_on_pool),
                                 open_word_vectors(configuration, installed_word_vectors));
    return make_remote_engine(configuration, llm_configuration, model_client, std::move(run_on_pool));
}

shortened_texts shorten(std::span<const sdk::prompt_text> texts, std::size_t max_characters)
{
    shortened_texts result;
    result.texts.reserve(texts.size());
    for (const auto& text : texts)
    {
        result.texts.push_back(sdk::utf8::first_code_points(text.text(), max_characters));
        result.cut_count += result.texts.back().size() != text.text().size();
    }
    return result;
}

void log_cut_texts(sdk::log& log, std::size_t cut_count, std::size_t max_characters)
{
    if (cut_count == 0) return;
    log.write(sdk::severity::warning, "embedding_texts_truncated", {{"count", cut_count}, {"limit", max_characters}});
}

} // namespace verbatim::core::embedding
