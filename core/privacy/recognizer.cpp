#include "privacy/recognizer.hpp"

#include "privacy/addresses.hpp"
#include "privacy/groups.hpp"
#include "privacy/normalized_text.hpp"
#include "privacy/numbers.hpp"
#include "privacy/overlaps.hpp"
#include "privacy/places.hpp"

namespace verbatim::core::privacy {

recognizer::recognizer(term_list terms)
    : terms_(std::move(terms))
{}

std::vector<std::vector<sdk::detected_entity>> recognizer::find_all(std::span<const std::string_view> texts) const
{
    search pass{*this, texts};
    pass.collect(0, texts.size());
    pass.resolve();
    pass.find(0, texts.size());
    return std::move(pass).take();
}

recognizer::search::search(const recognizer& engine, std::span<const std::string_view> texts)
    : engine_{engine}
    , texts_{texts}
    , findings_(texts.size())
{}

void recognizer::search::collect(std::size_t from, std::size_t to)
{
    std::vector<phrase_match> phrases;
    normalized_text           normalized;
    tokenized_text            text;
    for (auto i = from; i != to; ++i)
    {
        normalized.assign(texts_[i]);
        tokenize(normalized.text(), text);
        engine_.words_.annotate(text.tokens, phrases);
        undo_declension(engine_.words_, text);
        engine_.network_.find(text, findings_[i]);
        find_numbers(text, findings_[i]);
        find_places(text, phrases, findings_[i]);
        find_addresses(text, findings_[i]);
        find_groups(text, phrases, findings_[i]);
        engine_.terms_.find(text, findings_[i]);
        persons_.collect(i, text, findings_[i]);
        exclude_bytes(text.text, text.invalid, text.placeholders, findings_[i]);
    }
}

void recognizer::search::resolve() { persons_.resolve(findings_); }

void recognizer::search::find(std::size_t from, std::size_t to)
{
    normalized_text normalized;
    tokenized_text  text; // taking the texts apart again costs less than keeping all their words
    for (auto i = from; i != to; ++i)
    {
        normalized.assign(texts_[i]);
        if (!persons_.empty())
        {
            tokenize(normalized.text(), text);
            persons_.find(text, findings_[i]);
            exclude_bytes(text.text, text.invalid, text.placeholders, findings_[i]);
        }
        separate_overlaps(normalized.text(), findings_[i]);
        normalized.map_to_original(findings_[i]);
    }
}

} // namespace verbatim::core::privacy
