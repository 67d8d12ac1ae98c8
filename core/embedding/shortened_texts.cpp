#include "embedding/shortened_texts.hpp"

namespace verbatim::core::embedding {

namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) != 0x80u; }

std::string_view first_characters(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit) return text; // no character is shorter than a byte
    std::size_t characters = 0;
    for (std::size_t at = 0; at != text.size(); ++at)
        if (begins_character(text[at]) && characters++ == limit) return text.substr(0, at);
    return text;
}

} // namespace

shortened_texts shorten(std::span<const sdk::prompt_text> texts, std::size_t max_characters)
{
    shortened_texts result;
    result.texts.reserve(texts.size());
    for (const auto& text : texts)
    {
        result.texts.push_back(first_characters(text.text(), max_characters));
        result.cut_count += result.texts.back().size() != text.text().size();
    }
    return result;
}

void log_cut_texts(sdk::log& log, std::size_t cut, std::size_t max_characters)
{
    if (cut == 0) return;
    log.write(sdk::severity::warning, "embedding_texts_truncated", {{"count", cut}, {"limit", max_characters}});
}

} // namespace verbatim::core::embedding
