#include "extractive/extractive.hpp"

#include "extractive/schema_filler.hpp"

#include "verbatim/text_analysis/sentences.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace verbatim::core::extractive {

namespace {

/// The length of the tag at the start of `text`, or 0. Placeholders such as <PERSON_0> are not tags.
std::size_t tag_length(std::string_view text)
{
    if (text.size() < 3 || text[0] != '<' || ((text[1] < 'a' || text[1] > 'z') && text[1] != '/')) return 0;
    const auto end = text.substr(0, 1'000).find('>'); // no tag of a prompt is longer
    return end == text.npos ? 0 : end + 1;
}

/// The entity at the start of `text`, and its character; empty if there is none.
std::pair<std::string_view, char> entity_at(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 3> entities{{{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}}};
    for (const auto& entity : entities)
        if (text.starts_with(entity.first)) return entity;
    return {};
}

/// Replaces the tags of a prompt by line breaks, and decodes its entities. Linear time.
std::string plain_text(std::string_view prompt)
{
    std::string text;
    while (!prompt.empty())
    {
        const auto tag    = tag_length(prompt);
        const auto entity = prompt.front() == '&' ? entity_at(prompt) : std::pair<std::string_view, char>{};
        if (tag != 0) text += '\n';
        else if (!entity.first.empty()) text += entity.second;
        else text += prompt.front();
        prompt.remove_prefix(tag != 0 ? tag : entity.first.empty() ? 1 : entity.first.size());
    }
    return text;
}

std::string central_lines(std::string_view text)
{
    text_analysis::tokenizer tokenizer;
    const auto               corpus =
        text_analysis::make_corpus({{.id = {}, .content = tokenizer.tokenize(text), .day = {}, .labels = {}}});
    std::string lines;
    for (const auto& sentence : text_analysis::central_sentences(corpus, 6, 200)) lines += "- " + sentence + '\n';
    return lines.empty() ? "The text holds no words." : lines;
}

} // namespace

std::string complete(const sdk::chat_request& request)
{
    const auto text = plain_text(request.user.text());
    return request.output_schema ? fill_schema(request.output_schema->json_schema, text) : central_lines(text);
}

} // namespace verbatim::core::extractive
