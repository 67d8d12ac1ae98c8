#include "privacy/names.hpp"

#include "privacy/caseless_names.hpp"
#include "privacy/family_endings.hpp"
#include "privacy/name_cues.hpp"

#include <algorithm>
#include <optional>

namespace verbatim::core::privacy {

namespace {

/// Finds the names of one text, from left to right.
class name_reader : name_cues
{
public:
    explicit name_reader(const tokenized_text& text)
        : name_cues(text)
        , flat_(!text.has_upper || !text.has_lower)
    {
        std::size_t titles = 0, words = 0, german = 0;
        for (const auto& word : tokens_)
        {
            words += word.form <= shape::inner;
            titles += word.form == shape::title || word.form == shape::mixed;
            german += (word.roles & role::german) != 0;
        }
        headline_ = words >= 5 && titles * 5 > words * 3;
        german_   = german >= 2;
    }

    std::vector<name_match> find_all()
    {
        for (std::size_t i = 0; i < tokens_.size();)
        {
            const auto& word  = tokens_[i];
            auto        match = std::optional<name_match>{};
            note_sentence_start(i);
            if (word.form == shape::caseless) match = find_caseless_name(*this, i);
            else if ((word.form <= shape::inner && flat_) || (word.form == shape::lower && small_))
                match = find_single_case(i);
            else if (is_capitalised(word) && (!cannot_be_name(word) || is_titled_word(i))) match = find_capitalised(i);
            if (match) matches_.push_back(*match);
            i = match ? match->last : i + 1;
        }
        return std::move(matches_);
    }

private:
    /// "Dr. Alpha Condé": between a title and a name, an ordinary word is part of the name.
    bool is_titled_word(std::size_t i) const noexcept
    {
        return has_title_before(i) && i + 1 < tokens_.size() && tokens_[i + 1].before == gap::space &&
               is_capitalised(tokens_[i + 1]) && (roles(i + 1) & role::any_name) != 0;
    }

    /// In a sentence that begins in lower case, names are likely in lower case too.
    void note_sentence_start(std::size_t i) noexcept
    {
        const auto before = tokens_[i].before;
        if (before == gap::edge || before == gap::sentence || (before == gap::stop && begins_sentence(i)))
            small_ = tokens_[i].form == shape::lower;
    }

    bool beside_capitals(std::size_t first, std::size_t last) const noexcept
    {
        const bool left =
            first != 0 && tokens_[first].before <= gap::hyphen && is_capitalised(tokens_[first - 1]) &&
            cannot_be_name(tokens_[first - 1]) &&
            (!begins_sentence(first - 1) || tokens_[first - 1].before == gap::other) &&
            (tokens_[first - 1].cue & (role::title | role::relation | role::greeting | role::weak_intro)) == 0;
        const bool right =
            last < tokens_.size() && tokens_[last].before <= gap::hyphen && is_capitalised(tokens_[last]);
        return left || right;
    }

    bool continues(std::size_t j) const noexcept
    {
        switch (tokens_[j].before)
        {
        case gap::space:
        case gap::hyphen: return true;
        case gap::stop:
        case gap::dot: return tokens_[j - 1].letters == 1;
        case gap::apostrophe: return tokens_[j - 1].letters <= 2 && is_capitalised(tokens_[j]);
        default: return false;
        }
    }

    bool is_part(std::size_t j) const noexcept { return is_capitalised(tokens_[j]) && !cannot_be_name(tokens_[j]); }

    std::size_t end_of_run(std::size_t i) const noexcept
    {
        auto j = i + 1;
        while (j < tokens_.size() && j - i < max_name_words && continues(j))
        {
            auto k = j;
            while (k < tokens_.size() && k - j < 3 && (roles(k) & role::particle) != 0 && continues(k)) ++k;
            if (k < tokens_.size() && is_part(k) && continues(k)) j = k + 1;
            else if (is_part(j)) ++j;
            else break;
        }
        return j;
    }

    struct name_counts
    {
        std::size_t given_names = 0, wordlike = 0, family_names = 0, strong_endings = 0, weak_endings = 0, unknown = 0,
                    words = 0;
    };

    name_counts count_words(std::size_t i, std::size_t j) const
    {
        name_counts counts;
        for (; i != j; ++i)
        {
            const auto word_roles = roles(i);
            counts.words += tokens_[i].letters > 1;
            if ((word_roles & role::given_name) != 0) ++counts.given_names;
            else if ((word_roles & role::family_name) != 0) ++counts.family_names;
            else if ((word_roles & role::wordlike) != 0) ++counts.wordlike;
            else if ((word_roles & role::particle) != 0) --counts.words;
            else if (tokens_[i].letters > 1)
            {
                const bool irish    = tokens_[i].before == gap::apostrophe && word(i - 1) == "O"; // O'Brien
                const auto evidence = irish ? surname_evidence::strong : surname_evidence_of(word(i));
                counts.strong_endings += evidence == surname_evidence::strong;
                counts.weak_endings += evidence == surname_evidence::weak;
                ++counts.unknown;
            }
        }
        return counts;
    }

    std::optional<name_match> find_capitalised(std::size_t i) const
    {
        const auto j                 = end_of_run(i);
        const auto counts            = count_words(i, j);
        const bool at_sentence_start = begins_sentence(i);
        const auto make_match        = [&](double score, bool uncertain = false) {
            return name_match{.first = i, .last = j, .score = score, .uncertain = uncertain};
        };

        if (is_introduced(i)) return make_match(0.95);
        if (counts.words == 0 || preceded_by(i, role::district_first, {gap::space})) return {};
        if (counts.words == 1) return find_single_word(i, j, counts, at_sentence_start);

        if (counts.given_names + counts.family_names != 0 || counts.strong_endings != 0)
        {
            auto match            = make_match(0.85);
            match.uncertain_first = at_sentence_start && (roles(i) & role::any_name) == 0;
            return match;
        }
        if (beside_capitals(i, j) || headline_) return {};
        if (counts.wordlike >= 2 || (counts.wordlike == 1 && !at_sentence_start)) return make_match(0.7, true);
        if (preceded_by(i, role::relation | role::greeting, {gap::space, gap::comma})) return make_match(0.75, true);
        if (has_speech_verb(i, j) || followed_by_age(j)) return make_match(0.7, true);
        return find_plain_run(i, j, counts, at_sentence_start);
    }

    /// Two or more unknown capitalised words in a position for a name.
    std::optional<name_match> find_plain_run(std::size_t i, std::size_t j, const name_counts& counts,
                                             bool at_sentence_start) const
    {
        if (german_ || j - i > 4 || counts.wordlike != 0) return {};
        for (auto n = i; n != j; ++n)
            if (tokens_[n].form == shape::upper || tokens_[n].letters < 2) return {};
        if (i != 0 && tokens_[i].before == gap::space &&
            (tokens_[i - 1].cue & (role::determiner | role::origin | role::company_verb | role::district_first)) != 0 &&
            counts.weak_endings == 0)
            return {};
        if (j < tokens_.size() && tokens_[j].before <= gap::comma &&
            (roles(j) & (role::company | role::district | role::street)) != 0)
            return {};
        const bool owned = i > 1 && tokens_[i - 1].letters == 1 &&
                           tokens_[i - 1].before == gap::apostrophe; // "Heli's Cautionary Tales"
        const bool label = tokens_[i].before == gap::colon;          // "User: Valery Weekers"
        if (owned || (at_sentence_start && !label && counts.weak_endings == 0)) return {};
        return name_match{.first = i, .last = j, .score = 0.55, .uncertain = true};
    }

    /// One capitalised word.
    std::optional<name_match> find_single_word(std::size_t i, std::size_t j, const name_counts& counts,
                                               bool at_sentence_start) const
    {
        const auto make_match = [&](double score, bool uncertain) {
            return name_match{.first = i, .last = j, .score = score, .uncertain = uncertain};
        };
        const auto word_roles = roles(i);
        const bool place      = (word_roles & (role::place | role::country | role::people | role::language)) != 0;
        const bool attached   = beside_capitals(i, j);
        const bool cue        = preceded_by(i, role::relation, {gap::space}) ||
                         preceded_by(i, role::greeting, {gap::space, gap::comma}) || followed_by_age(j) ||
                         (has_speech_verb(i, j) && (counts.wordlike == 0 || !at_sentence_start));
        const bool origin = preceded_by(i, role::origin | role::determiner | role::company_verb, {gap::space});

        const bool relative = preceded_by(i, role::relation, {gap::space}) && (word_roles & role::any_name) != 0;
        if (relative || (followed_by_age(j) && counts.given_names + counts.wordlike != 0) ||
            (counts.given_names != 0 && !place && !(attached && headline_)))
            return make_match(0.85, false);
        if (cue && !place && !origin && (word_roles & role::calendar) == 0 && tokens_[i].letters > 2 && !attached)
            return make_match(0.7, (word_roles & role::any_name) == 0);
        if (j - i > 1 && counts.family_names + counts.given_names != 0) return make_match(0.75, false); // "J. Smith"
        if (place || attached || headline_ || (word_roles & role::calendar) != 0) return {};
        if (origin) return {};
        if (counts.strong_endings != 0) return make_match(0.7, true);
        if (counts.family_names != 0) return make_match(0.65, false);
        if (at_sentence_start) return {};
        if ((word_roles & role::wordlike_given_name) != 0 && !german_) return make_match(0.6, false);
        if (preceded_by(i, role::weak_intro, {gap::space}) && tokens_[i].form == shape::title && counts.unknown != 0 &&
            tokens_[i].letters > 2 && !german_)
            return make_match(0.55, true);
        return {};
    }

    /// For texts in one case.
    std::optional<name_match> find_single_case(std::size_t i) const
    {
        const auto word_roles = roles(i);
        const bool noun       = i > 1 && has_title_before(i) && (roles(i - 2) & role::determiner) != 0; // "the doctor"
        const bool cue = is_introduced(i) && ((word_roles & role::any_name) != 0 || (word_roles == 0 && !noun)) &&
                         tokens_[i].letters > 2;
        const bool greeted = word_roles == 0 && preceded_by(i, role::greeting, {gap::space}) &&
                             i + 1 < tokens_.size() && tokens_[i + 1].before == gap::comma;
        const bool listed = (word_roles & role::given_name) != 0 && (word_roles & (role::place | role::country)) == 0 &&
                            tokens_[i].letters > 3;
        if (!cue && !greeted && !listed) return {};

        auto j = i + 1;
        for (; j < tokens_.size() && j - i < max_name_words && continues(j); ++j)
        {
            const bool named = (roles(j) & role::names) != 0 ||
                               (roles(j) == 0 && surname_evidence_of(word(j)) == surname_evidence::strong);
            const bool first_unknown = cue && j == i + 1 && (roles(j) & ~role::wordlike) == 0 && tokens_[j].letters > 2;
            if (!named && !first_unknown) break;
        }
        return name_match{.first = i, .last = j, .score = cue ? 0.8 : 0.6};
    }

    bool                    flat_;
    bool                    headline_ = false, german_ = false;
    bool                    small_ = false; // the sentence at hand begins with a small letter
    std::vector<name_match> matches_;
};

} // namespace

bool is_capitalised(const token& word) noexcept
{
    if (word.form == shape::title || word.form == shape::mixed) return true;
    return word.form == shape::upper && word.letters > 2;
}

bool cannot_be_name(const token& word) noexcept
{
    constexpr auto neutral          = role::phrase_start | role::tld | role::tld_word;
    const auto     meaningful_roles = word.roles & ~neutral;
    if (meaningful_roles == 0) return word.form == shape::upper && word.letters < 4; // WHO, not DUPONT
    if ((meaningful_roles & role::names) == 0 && (meaningful_roles & (role::street | role::district)) != 0) return true;
    return (meaningful_roles & role::any_name) == 0 && meaningful_roles != role::particle;
}

void undo_declension(const lexicon& words, tokenized_text& text)
{
    for (auto& word : text.tokens)
    {
        const bool cyrillic = (static_cast<unsigned char>(text.text[word.begin]) & 0xFCU) == 0xD0U;
        if (!cyrillic || word.roles != 0 || !is_capitalised(word) || word.end - word.begin > 64) continue;
        word.roles = words.declined_roles(text.text.substr(word.begin, word.end - word.begin));
        word.cue |= word.roles;
    }
}

std::vector<name_match> find_names(const tokenized_text& text) { return name_reader(text).find_all(); }

} // namespace verbatim::core::privacy
