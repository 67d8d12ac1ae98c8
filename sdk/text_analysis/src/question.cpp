#include "verbatim/text_analysis/question.hpp"

#include <algorithm>

namespace verbatim::text_analysis {

question::question(std::string_view text, tokenizer& tokenizer)
    : tokenizer_{&tokenizer}
{
    const auto tokens = tokenizer.tokenize(text);
    language_         = tokens.detected_language;
    for (const auto& token : tokens.words)
    {
        asks_comparison_ = asks_comparison_ || token.comparison;
        asks_change_     = asks_change_ || token.change;
        const bool names = token.role == word_role::content && !token.query && !token.comparison;
        if (!names && token.role != word_role::placeholder) continue;
        const auto spelling = tokens.text_of(token);
        const auto stems    = tokenizer.stems_of(spelling);
        const auto own      = stem_index(language_);
        if (by_stem_[own].contains(stems[own])) continue;
        for (std::size_t at = 0; at != stems.size(); ++at) by_stem_[at].try_emplace(stems[at], words_.size());
        words_.push_back(names ? tokenizer.lower(spelling) : std::string{spelling});
    }
}

std::optional<std::size_t> question::find(const tokenized_text& document, const word& token) const
{
    const auto& by_stem = by_stem_[stem_index(document.detected_language)];
    const auto  match   = by_stem.find(token.stem);
    if (match == by_stem.end()) return std::nullopt;
    const bool other_language = language_ && document.detected_language && language_ != document.detected_language;
    if (other_language && tokenizer_->plain(document.text_of(token)) != tokenizer_->plain(words_[match->second]))
        return std::nullopt;
    return match->second;
}

bool question::occurs_in(const tokenized_text& document) const
{
    return std::ranges::any_of(document.words, [&](const word& token) { return find(document, token).has_value(); });
}

} // namespace verbatim::text_analysis
