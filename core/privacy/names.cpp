#include "privacy/names.hpp"

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
            else if ((word.form <= shape::inner && flat_) ||
                     (word.form == shape::lower && (small_ || is_field_value(i))))
                match = find_single_case(i);
            else if (is_capitalised(word) && (!cannot_be_name(word) || is_titled_word(i) || begins_with_initial(i)))
                match = find_capitalised(i);
            if (match) matches_.push_back(*match);
            i = match ? match->last : i + 1;
        }
        complete_lists();
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
            else if (is_part(j) || is_initial(j)) ++j;
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
            else if ((word_roles & role::particle) != 0) counts.words -= tokens_[i].letters > 1;
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
        if (counts.words == 1 && has_initials(i, j, at_sentence_start)) return make_match(0.7, true);
        if (counts.words == 0 || preceded_by(i, role::district_first, {gap::space})) return {};
        if (is_counted(i, j) || is_firm(i, j, counts)) return {};
        if (counts.words == 1) return find_single_word(i, j, counts, at_sentence_start);

        if (counts.given_names + counts.family_names != 0 || counts.strong_endings != 0)
        {
            auto match            = make_match(0.85);
            match.uncertain_first = at_sentence_start && (roles(i) & role::any_name) == 0;
            return match;
        }
        if (has_initials(i, j, at_sentence_start)) return make_match(0.75, true);
        if (beside_capitals(i, j) || headline_) return {};
        if (stands_above_address(i, j)) return make_match(0.75, true);
        if (counts.wordlike >= 2 || (counts.wordlike == 1 && !at_sentence_start)) return make_match(0.7, true);
        if (preceded_by(i, role::relation | role::greeting, {gap::space, gap::comma})) return make_match(0.75, true);
        if (has_speech_verb(i, j) || followed_by_age(j)) return make_match(0.7, true);
        return find_plain_run(i, j, counts, at_sentence_start);
    }

    /// "30 Mats", "5 Jerry Cans"
    bool is_counted(std::size_t i, std::size_t j) const
    {
        if (i == 0 || tokens_[i].before != gap::space || tokens_[i - 1].form != shape::number) return false;
        if (j < tokens_.size() && tokens_[j].before == gap::space && is_capitalised(tokens_[j])) ++j;
        return word(j - 1).ends_with('s') && (j == tokens_.size() || tokens_[j].before != gap::space);
    }

    /// "D. J. Thornbury", "the chairman A. Penhaligon": the initial may be a word otherwise.
    bool begins_with_initial(std::size_t i) const noexcept
    {
        return is_initial(i) && (is_initial(i + 1) || preceded_by(i, role::relation, {gap::space}));
    }

    bool is_initial(std::size_t i) const noexcept
    {
        return tokens_[i].letters == 1 && tokens_[i].form == shape::title && i + 1 < tokens_.size() &&
               (tokens_[i + 1].before == gap::stop || tokens_[i + 1].before == gap::dot);
    }

    /// "Maren K. Solheim", "D. J. Thornbury", "and G. Tadesse".
    bool has_initials(std::size_t i, std::size_t j, bool at_sentence_start) const noexcept
    {
        std::size_t initials = 0;
        for (auto n = i; n + 1 < j; ++n) initials += is_initial(n);
        if (initials == 0 || tokens_[j - 1].letters < 3 || tokens_[j - 1].form == shape::upper) return false;
        if (!is_initial(i)) return tokens_[i].letters > 2 && tokens_[i].form != shape::upper;
        return initials > 1 ||
               (!at_sentence_start &&
                (tokens_[i].before == gap::comma ||
                 preceded_by(i, role::conjunction | role::relation | role::weak_intro | role::greeting, {gap::space})));
    }

    /// A line of two to four words above a street or a house number.
    bool stands_above_address(std::size_t i, std::size_t j) const noexcept
    {
        const auto begins_line = [](gap before) {
            return before == gap::line || before == gap::sentence || before == gap::edge;
        };
        if (!begins_line(tokens_[i].before) || j - i > 4 || j >= tokens_.size() || tokens_[j].before != gap::line)
            return false;
        constexpr auto street = role::street | role::street_first | role::street_end;
        for (auto n = j; n < tokens_.size() && n - j < 4 && (n == j || tokens_[n].before < gap::line); ++n)
            if (tokens_[n].form == shape::number || (roles(n) & street) != 0) return true;
        return false;
    }

    /// "at Brown-Oneal": family names that a hyphen joins, behind a word such as "at".
    bool is_firm(std::size_t i, std::size_t j, const name_counts& counts) const noexcept
    {
        const auto first = i != 0 && tokens_[i].before == gap::hyphen ? i - 1 : i;
        return counts.given_names == 0 && j - first == 2 && tokens_[first + 1].before == gap::hyphen &&
               preceded_by(first, role::origin | role::company_verb, {gap::space});
    }

    /// "Sokha Chea lost …": no word of the run is listed, none is a plural, and a verb for persons follows.
    bool is_unknown_subject(std::size_t i, std::size_t j) const
    {
        for (auto n = i; n != j; ++n)
            if ((roles(n) & ~role::neutral) != 0 || word(n).ends_with('s')) return false;
        return (roles(j) & role::person_verb) != 0 && tokens_[j].before == gap::space;
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
        const bool label = tokens_[i].before == gap::colon ||        // "User: Valery Weekers"
                           is_unknown_subject(i, j);
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
        const bool wordlike = (word_roles & role::wordlike) != 0;
        if (counts.family_names != 0 && !(wordlike && at_sentence_start)) return make_match(0.65, false);
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

    /// The end of the item of a list that begins at token `i`: a name, or one capitalised word that may be one;
    /// otherwise `i`.
    std::size_t end_of_item(std::size_t i, const name_match* match) const noexcept
    {
        if (match != nullptr) return match->last;
        const bool unknown = (tokens_[i].roles & ~(role::neutral | role::wordlike)) == 0;
        if (!unknown || tokens_[i].form != shape::title || tokens_[i].letters < 3 ||
            preceded_by(i, role::origin | role::place_preposition | role::determiner, {gap::space}))
            return i;
        const bool longer =
            i + 1 < tokens_.size() && is_plain_gap(tokens_[i + 1].before) && is_capitalised(tokens_[i + 1]);
        return longer ? i : i + 1;
    }

    /// The begin of the next item of a list after the item that ends at `i`: behind a comma or an "and"; otherwise the
    /// number of tokens.
    std::size_t next_item(std::size_t i) const noexcept
    {
        if (i + 1 >= tokens_.size()) return i < tokens_.size() && tokens_[i].before == gap::comma ? i : tokens_.size();
        const bool joined = (tokens_[i].roles & role::conjunction) != 0 && tokens_[i + 1].before == gap::space;
        if (joined && (tokens_[i].before == gap::space || tokens_[i].before == gap::comma)) return i + 1;
        return tokens_[i].before == gap::comma ? i : tokens_.size();
    }

    /// In a list of names, unknown single words are names too: "Aïcha, Blessing, Chidi and Dunya".
    void complete_lists()
    {
        const auto               known_names = matches_.size();
        std::size_t              next_known  = 0;
        std::vector<std::size_t> unknown;
        for (std::size_t i = 0; known_names != 0 && i < tokens_.size();)
        {
            if (!is_capitalised(tokens_[i]))
            {
                ++i;
                continue;
            }
            std::size_t items = 0;
            const auto  first = i;
            auto        after = i, last_item = i;
            unknown.clear();
            for (auto item = i; item < tokens_.size(); item = next_item(after))
            {
                while (next_known < known_names && matches_[next_known].first < item) ++next_known;
                const bool known = next_known < known_names && matches_[next_known].first == item;
                after            = end_of_item(item, known ? &matches_[next_known] : nullptr);
                if (after == item) break;
                ++items;
                last_item = item;
                if (!known) unknown.push_back(item);
            }
            const bool labelled =
                first != 0 && (tokens_[first - 1].cue & role::person_list) != 0 && tokens_[first].before == gap::colon;
            const bool joined = items > 1 && (roles(last_item - 1) & role::conjunction) != 0;
            const bool names  = unknown.size() < items && items > (labelled || joined ? 1 : 2) &&
                               (labelled || unknown.size() * 2 <= items);
            for (const auto item : unknown)
                if (names) matches_.push_back({.first = item, .last = item + 1, .score = 0.6, .uncertain = true});
            i = std::max(after, first + 1);
        }
        std::ranges::sort(matches_, {}, &name_match::first);
    }

    bool                    flat_;
    bool                    headline_ = false, german_ = false;
    bool                    small_ = false; // the sentence at hand begins with a small letter
    std::vector<name_match> matches_;
};

} // namespace

bool cannot_be_name(const token& word) noexcept
{
    const auto meaningful_roles = word.roles & ~role::neutral;
    if (meaningful_roles == 0) return word.form == shape::upper && word.letters < 4; // WHO, not DUPONT
    if ((meaningful_roles & role::names) == 0 && (meaningful_roles & (role::street | role::district)) != 0) return true;
    return (meaningful_roles & role::any_name) == 0 && meaningful_roles != role::particle;
}

void undo_declension(const lexicon& words, tokenized_text& text)
{
    constexpr std::size_t max_bytes = 64;
    for (auto& word : text.tokens)
    {
        const auto lead = static_cast<unsigned char>(text.text[word.begin]);
        if (word.roles == 0 && (lead == 0xE0U || lead == 0xE1U) && word.end - word.begin <= max_bytes)
        {
            word.roles = words.attached_roles(text.text_of(word));
            continue;
        }
        const bool cyrillic = (lead & 0xFCU) == 0xD0U;
        if (!cyrillic || word.roles != 0 || !is_capitalised(word) || word.end - word.begin > max_bytes) continue;
        word.roles = words.declined_roles(text.text_of(word));
        word.cue |= word.roles;
    }
}

std::vector<name_match> find_names(const tokenized_text& text) { return name_reader(text).find_all(); }

} // namespace verbatim::core::privacy
