#include "embedding/shortened_texts.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::core::embedding {

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
