#include "cue_lexicon.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <utility>

namespace verbatim::detect_sensitive::offline {

namespace {

constexpr std::size_t max_word_bytes = 64; // beyond it only whole words are compared

std::vector<std::string_view> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> parts;
    while (true)
    {
        const auto end  = std::min(text.find(separator), text.size());
        const auto part = sdk::ascii::trimmed(text.substr(0, end));
        if (!part.empty()) parts.push_back(part);
        if (end == text.size()) return parts;
        text.remove_prefix(end + separator.size());
    }
}

void replace_all(std::string& word, std::string_view from, std::string_view to)
{
    for (auto at = word.find(from); at != word.npos; at = word.find(from, at + to.size()))
        word.replace(at, from.size(), to);
}

/// Without the conjunction and the article that Arabic writes together with a word. Patterns are written without them.
std::string_view without_arabic_prefix(std::string_view word)
{
    constexpr std::size_t shortest_rest = 6; // three letters
    for (const std::string_view prefix : {"وال", "بال", "فال", "كال", "ولل", "لل", "ال", "و", "ف", "ب", "ل"})
        if (word.starts_with(prefix) && word.size() >= prefix.size() + shortest_rest) return word.substr(prefix.size());
    return word;
}

} // namespace

std::string unified_letters(std::string word)
{
    if (std::ranges::all_of(word, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return word;
    replace_all(word, "ё", "е");
    for (const std::string_view mark :
         {"\u064B", "\u064C", "\u064D", "\u064E", "\u064F", "\u0650", "\u0651", "\u0652", "\u0670", "\u0640"})
        replace_all(word, mark, "");
    for (const std::string_view alef : {"أ", "إ", "آ", "ٱ"}) replace_all(word, alef, "ا");
    replace_all(word, "ى", "ي");
    replace_all(word, "ة", "ه");
    return word;
}

void word_patterns::add(std::string_view pattern, pattern_id id)
{
    const bool any_end   = pattern.ends_with('*');
    const bool any_begin = pattern.starts_with('*');
    const auto letters   = pattern.substr(any_begin, pattern.size() - any_begin - any_end);
    if (any_begin && any_end) infixes_.emplace_back(letters, id);
    else (any_end ? prefixes_ : any_begin ? suffixes_ : words_)[letters].push_back(id);
}

void word_patterns::find(std::string_view word, std::vector<pattern_id>& ids) const
{
    const auto add = [&](const table& patterns, std::string_view letters) {
        if (const auto match = patterns.find(letters); match != patterns.end())
            ids.insert(ids.end(), match->second.begin(), match->second.end());
    };
    add(words_, word);
    if (word.size() > max_word_bytes) return;
    for (std::size_t length = 1; length <= word.size(); ++length)
    {
        add(prefixes_, word.substr(0, length));
        add(suffixes_, word.substr(word.size() - length));
    }
    for (const auto& [letters, id] : infixes_)
        if (word.find(letters) != word.npos) ids.push_back(id);
}

/// Reads the list of one language.
class cue_lexicon::reader
{
public:
    reader(cue_lexicon& target, std::map<std::string, pattern_id>& ids)
        : target_{target}
        , ids_{ids}
        , language_{target.contexts_.size()}
    {
        target_.contexts_.emplace_back();
    }

    void read(std::string_view list)
    {
        for (const auto line : split(list, "\n"))
        {
            if (line.starts_with('#')) continue;
            if (line.starts_with('[')) section_ = line.substr(1, line.size() - 2);
            else if (const auto equals = line.find(" = "); section_.empty() && equals != line.npos)
                add_class(line.substr(0, equals), line.substr(equals + 3));
            else
                for (const auto text : split(line, "|")) add(text);
        }
        mark_negative();
    }

private:
    void add_class(std::string_view name, std::string_view words)
    {
        const auto id = id_of("<" + std::string{name} + ">");
        for (const auto word : split(words, " ")) target_.patterns_.add(word, id);
    }

    /// Words have one id in all languages, classes one in each.
    pattern_id id_of(std::string_view pattern)
    {
        const bool is_class     = pattern.starts_with('<');
        const auto key          = (is_class ? std::to_string(language_) : "") + std::string{pattern};
        const auto [id, is_new] = ids_.try_emplace(key, static_cast<pattern_id>(ids_.size()));
        if (is_new && !is_class) target_.patterns_.add(pattern, id->second);
        return id->second;
    }

    word_sequence sequence(std::string_view text)
    {
        word_sequence words;
        for (const auto word : split(text, " "))
        {
            const auto known = ids_.size();
            words.patterns.push_back(id_of(word));
            if (word.starts_with('<') && ids_.size() != known)
                throw std::logic_error{"cues/: no line defines " + std::string{word}};
            texts_[words.patterns.back()] = word;
        }
        return words;
    }

    cue read_cue(std::string_view text)
    {
        cue        result;
        const auto parts = split(text, " - ");
        for (const auto part : split(parts.front(), " + ")) result.required.push_back(sequence(part));
        for (std::size_t n = 1; n < parts.size(); ++n) result.excluded.push_back(sequence(parts[n]));
        return result;
    }

    void add(std::string_view text)
    {
        auto& context = target_.contexts_[language_];
        if (section_ == "negation") negations_.push_back(sequence(text).patterns.front());
        else if (section_ == "clause") context.clause_words.push_back(sequence(text).patterns.front());
        else if (section_ == "negation after") context.later_negations.push_back(sequence(text));
        else if (section_ == "no negation") context.no_negations.push_back(sequence(text));
        else if (section_ == "harmless") add_harmless(text);
        else if (section_ == "unless") context.unless.push_back(read_cue(text));
        else target_.entries_.push_back({.type = type(), .language = language_, .words = read_cue(text)});
    }

    void add_harmless(std::string_view text)
    {
        auto& context = target_.contexts_[language_];
        if (text.find(" + ") == text.npos) context.harmless.push_back(sequence(text));
        else context.unless.push_back(read_cue(text));
    }

    sensitivity type() const
    {
        const auto* type = types_.find_by_name(section_);
        if (!type) throw std::logic_error{"cues/: unknown section " + std::string{section_}};
        return static_cast<sensitivity>(type->value);
    }

    /// A pattern such as `not` or `hatuja*` that belongs to a cue is no negation of it.
    void mark_negative()
    {
        word_patterns negations;
        for (const auto id : negations_) negations.add(texts_[id], id);
        const auto is_negative = [&](pattern_id id) {
            std::vector<pattern_id> matches;
            auto                    text = std::string{texts_[id]};
            std::erase(text, '*');
            negations.find(text, matches);
            return !matches.empty();
        };
        for (auto& entry : target_.entries_)
            if (entry.language == language_)
                for (auto& words : entry.words.required)
                    words.negative = std::ranges::any_of(words.patterns, is_negative);
        target_.contexts_[language_].negations = std::move(negations_);
    }

    cue_lexicon&                           target_;
    std::map<std::string, pattern_id>&     ids_;
    std::size_t                            language_;
    std::string_view                       section_;
    std::vector<pattern_id>                negations_;
    std::map<pattern_id, std::string_view> texts_;
    const sdk::enum_values                 types_ = declare(sensitivity{});
};

cue_lexicon::cue_lexicon()
{
    std::map<std::string, pattern_id> ids;
    for (const auto list : {cues::english, cues::french, cues::spanish, cues::arabic, cues::russian, cues::dutch,
                            cues::ukrainian, cues::swahili})
        reader{*this, ids}.read(list);
    by_first_.resize(ids.size());
    for (std::size_t n = 0; n != entries_.size(); ++n)
        by_first_[entries_[n].words.required.front().patterns.front()].push_back(n);
}

std::vector<pattern_id> cue_lexicon::find(std::string_view word) const
{
    std::vector<pattern_id> ids;
    patterns_.find(word, ids);
    if (const auto rest = without_arabic_prefix(word); rest.size() != word.size()) patterns_.find(rest, ids);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

const cue_lexicon& all_cues()
{
    static const cue_lexicon lexicon;
    return lexicon;
}

} // namespace verbatim::detect_sensitive::offline
