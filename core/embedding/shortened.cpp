#include "embedding/shortened.hpp"

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

shortened shorten(std::span<const sdk::outbound> texts, std::size_t max_characters)
{
    shortened made;
    made.texts.reserve(texts.size());
    for (const auto& each : texts)
    {
        made.texts.push_back(first_characters(each.text(), max_characters));
        made.cut += made.texts.back().size() != each.text().size();
    }
    return made;
}

void tell_of_cuts(sdk::log& to, std::size_t cut, std::size_t max_characters)
{
    if (cut == 0) return;
    to.write(sdk::severity::warning, "texts cut before embedding", {{"count", cut}, {"limit", max_characters}});
}

} // namespace verbatim::core::embedding
