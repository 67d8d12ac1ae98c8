#include "privacy/names.hpp"

#include "privacy/caseless_names.hpp"
#include "privacy/family_endings.hpp"
#include "privacy/name_cues.hpp"

#include <algorithm>
#include <optional>

namespace verbatim::core::privacy {

namespace {

/// Reads one text from left to right.
class name_reader : name_cues
{
public:
    explicit name_reader(const scanned& text)
        : name_cues(text)
        , flat_(!text.has_upper || !text.has_lower)
    {
        std::size_t titles = 0, words = 0, german = 0;
        for (const auto& one : tokens_)
        {
            words += one.form <= shape::inner;
            titles += one.form == shape::title || one.form == shape::mixed;
            german += (one.roles & role::german) != 0;
        }
        headline_ = words >= 5 && titles * 5 > words * 3;
        german_   = german >= 2;
    }

    std::vector<name_found> read()
    {
        for (std::size_t i = 0; i < tokens_.size();)
        {
            const auto& one   = tokens_[i];
            auto        found = std::optional<name_found>{};
            note_beginning(i);
            if (one.form == shape::caseless) found = find_caseless_name(*this, i);
            else if ((one.form <= shape::inner && flat_) || (one.form == shape::lower && small_)) found = flat(i);
            else if (is_capitalised(one) && (!is_no_name(one) || titled_word(i))) found = capitalised(i);
            if (found) found_.push_back(*found);
            i = found ? found->last : i + 1;
        }
        return std::move(found_);
    }

private:
    /// "Dr. Alpha Condé": between a title and a name an ordinary word is a name too.
    bool titled_word(std::size_t i) const noexcept
    {
        return titled(i) && i + 1 < tokens_.size() && tokens_[i + 1].before == gap::space &&
               is_capitalised(tokens_[i + 1]) && (roles(i + 1) & role::any_name) != 0;
    }

    /// A sentence that begins small was written by somebody who does not write names with a capital either.
    void note_beginning(std::size_t i) noexcept
    {
        const auto before = tokens_[i].before;
        if (before == gap::edge || before == gap::sentence || (before == gap::stop && begins_sentence(i)))
            small_ = tokens_[i].form == shape::lower;
    }

    // ---- capitalised scripts

    bool beside_capitals(std::size_t first, std::size_t last) const noexcept
    {
        const bool left =
            first != 0 && tokens_[first].before <= gap::hyphen && is_capitalised(tokens_[first - 1]) &&
            is_no_name(tokens_[first - 1]) &&
            (!begins_sentence(first - 1) || tokens_[first - 1].before == gap::other) &&
            (tokens_[first - 1].cue & (role::title | role::relation | role::greeting | role::weak_intro)) == 0;
        const bool right =
            last < tokens_.size() && tokens_[last].before <= gap::hyphen && is_capitalised(tokens_[last]);
        return left || right;
    }

    // ---- capitalised scripts

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

    bool is_part(std::size_t j) const noexcept { return is_capitalised(tokens_[j]) && !is_no_name(tokens_[j]); }

    std::size_t end_of_run(std::size_t i) const noexcept
    {
        auto j = i + 1;
        while (j < tokens_.size() && j - i < longest_name && continues(j))
        {
            auto k = j;
            while (k < tokens_.size() && k - j < 3 && (roles(k) & role::particle) != 0 && continues(k)) ++k;
            if (k < tokens_.size() && is_part(k) && continues(k)) j = k + 1;
            else if (is_part(j)) ++j;
            else break;
        }
        return j;
    }

    struct tally
    {
        std::size_t given = 0, wordlike = 0, family = 0, strong = 0, weak = 0, unknown = 0, words = 0;
    };

    tally count(std::size_t i, std::size_t j) const
    {
        tally all;
        for (; i != j; ++i)
        {
            const auto known = roles(i);
            all.words += tokens_[i].letters > 1;
            if ((known & role::given) != 0) ++all.given;
            else if ((known & role::family) != 0) ++all.family;
            else if ((known & role::wordlike) != 0) ++all.wordlike;
            else if ((known & role::particle) != 0) --all.words;
            else if (tokens_[i].letters > 1)
            {
                const bool irish = tokens_[i].before == gap::apostrophe && word(i - 1) == "O"; // O'Brien
                const auto end   = irish ? ending::strong : family_ending(word(i));
                all.strong += end == ending::strong;
                all.weak += end == ending::weak;
                ++all.unknown;
            }
        }
        return all;
    }

    std::optional<name_found> capitalised(std::size_t i) const
    {
        const auto j     = end_of_run(i);
        const auto all   = count(i, j);
        const bool opens = begins_sentence(i);
        const auto made  = [&](double score, bool doubtful = false) {
            return name_found{.first = i, .last = j, .score = score, .doubtful = doubtful};
        };

        if (introduced(i))
        {
            auto found       = made(0.95);
            found.introduced = true;
            return found;
        }
        if (all.words == 0 || before_is(i, role::district_first, {gap::space})) return {};
        if (all.words == 1) return single(i, j, all, opens);

        if (all.given + all.family != 0 || all.strong != 0)
        {
            auto found           = made(0.85);
            found.doubtful_first = opens && (roles(i) & role::any_name) == 0;
            return found;
        }
        if (beside_capitals(i, j) || headline_) return {};
        if (all.wordlike >= 2 || (all.wordlike == 1 && !opens)) return made(0.7, true);
        if (before_is(i, role::relation | role::greeting, {gap::space, gap::comma})) return made(0.75, true);
        if (speaks(i, j) || aged(j)) return made(0.7, true);
        return plain_run(i, j, all, opens);
    }

    /// Two or three unknown capitalised words where only a name would stand.
    std::optional<name_found> plain_run(std::size_t i, std::size_t j, const tally& all, bool opens) const
    {
        if (german_ || j - i > 4 || all.wordlike != 0) return {};
        for (auto n = i; n != j; ++n)
            if (tokens_[n].form == shape::upper || tokens_[n].letters < 2) return {};
        if (i != 0 && tokens_[i].before == gap::space &&
            (tokens_[i - 1].cue & (role::determiner | role::whence | role::company_verb | role::district_first)) != 0 &&
            all.weak == 0)
            return {};
        if (j < tokens_.size() && tokens_[j].before <= gap::comma &&
            (roles(j) & (role::company | role::district | role::street)) != 0)
            return {};
        const bool owned = i > 1 && tokens_[i - 1].letters == 1 &&
                           tokens_[i - 1].before == gap::apostrophe; // "Heli's Cautionary Tales"
        const bool label = tokens_[i].before == gap::colon;          // "User: Valery Weekers"
        if (owned || (opens && !label && all.weak == 0)) return {};
        return name_found{.first = i, .last = j, .score = 0.55, .doubtful = true};
    }

    /// One capitalised word.
    std::optional<name_found> single(std::size_t i, std::size_t j, const tally& all, bool opens) const
    {
        const auto made = [&](double score, bool doubtful) {
            return name_found{.first = i, .last = j, .score = score, .doubtful = doubtful};
        };
        const auto known    = roles(i);
        const bool place    = (known & (role::place | role::country | role::people | role::tongue)) != 0;
        const bool attached = beside_capitals(i, j);
        const bool cue      = before_is(i, role::relation, {gap::space}) ||
                         before_is(i, role::greeting, {gap::space, gap::comma}) || aged(j) ||
                         (speaks(i, j) && (all.wordlike == 0 || !opens));
        const bool whence = before_is(i, role::whence | role::determiner | role::company_verb, {gap::space});

        const bool kin = before_is(i, role::relation, {gap::space}) && (known & role::any_name) != 0;
        if (kin || (aged(j) && all.given + all.wordlike != 0) || (all.given != 0 && !place && !(attached && headline_)))
            return made(0.85, false);
        if (cue && !place && !whence && (known & role::calendar) == 0 && tokens_[i].letters > 2 && !attached)
            return made(0.7, (known & role::any_name) == 0);
        if (j - i > 1 && all.family + all.given != 0) return made(0.75, false); // "J. Smith"
        if (place || attached || headline_ || (known & role::calendar) != 0) return {};
        if (whence) return {};
        if (all.strong != 0) return made(0.7, true);
        if (all.family != 0) return made(0.65, false);
        if (opens) return {};
        if ((known & role::wordlike_given) != 0 && !german_) return made(0.6, false);
        if (before_is(i, role::weak_intro, {gap::space}) && tokens_[i].form == shape::title && all.unknown != 0 &&
            tokens_[i].letters > 2 && !german_)
            return made(0.55, true);
        return {};
    }

    // ---- texts written in one case only

    std::optional<name_found> flat(std::size_t i) const
    {
        const auto known = roles(i);
        const bool noun  = i > 1 && titled(i) && (roles(i - 2) & role::determiner) != 0; // "the doctor"
        const bool cue =
            introduced(i) && ((known & role::any_name) != 0 || (known == 0 && !noun)) && tokens_[i].letters > 2;
        const bool hail = known == 0 && before_is(i, role::greeting, {gap::space}) && i + 1 < tokens_.size() &&
                          tokens_[i + 1].before == gap::comma;
        const bool listed =
            (known & role::given) != 0 && (known & (role::place | role::country)) == 0 && tokens_[i].letters > 3;
        if (!cue && !hail && !listed) return {};

        auto j = i + 1;
        for (; j < tokens_.size() && j - i < longest_name && continues(j); ++j)
        {
            const bool named =
                (roles(j) & role::names) != 0 || (roles(j) == 0 && family_ending(word(j)) == ending::strong);
            const bool first_unknown = cue && j == i + 1 && (roles(j) & ~role::wordlike) == 0 && tokens_[j].letters > 2;
            if (!named && !first_unknown) break;
        }
        return name_found{.first = i, .last = j, .score = cue ? 0.8 : 0.6, .introduced = cue};
    }

    bool                    flat_;
    bool                    headline_ = false, german_ = false;
    bool                    small_ = false; // the sentence at hand begins with a small letter
    std::vector<name_found> found_;
};

} // namespace

bool is_capitalised(const token& one) noexcept
{
    if (one.form == shape::title || one.form == shape::mixed) return true;
    return one.form == shape::upper && one.letters > 2;
}

bool is_no_name(const token& one) noexcept
{
    constexpr auto silent = role::leads | role::tld | role::tld_word;
    const auto     known  = one.roles & ~silent;
    if (known == 0) return one.form == shape::upper && one.letters < 4; // WHO, not DUPONT
    if ((known & role::names) == 0 && (known & (role::street | role::district)) != 0) return true;
    return (known & role::any_name) == 0 && known != role::particle;
}

void undo_declension(const lexicon& words, scanned& text)
{
    for (auto& one : text.tokens)
    {
        const bool cyrillic = (static_cast<unsigned char>(text.text[one.begin]) & 0xFCU) == 0xD0U;
        if (!cyrillic || one.roles != 0 || !is_capitalised(one) || one.end - one.begin > 64) continue;
        one.roles = words.declined(text.text.substr(one.begin, one.end - one.begin));
        one.cue |= one.roles;
    }
}

std::vector<name_found> find_names(const scanned& text) { return name_reader(text).read(); }

} // namespace verbatim::core::privacy
