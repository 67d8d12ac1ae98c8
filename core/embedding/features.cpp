#include "embedding/features.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <tuple>

namespace verbatim::core::embedding {

namespace {

using kind = feature::kind;

constexpr std::size_t min_length = 3; ///< consecutive characters of a feature
constexpr std::size_t max_length = 5;

/// Different for each kind, so that a word and the same sequence of characters are different features.
constexpr std::uint64_t seed_of(feature::kind type) noexcept { return static_cast<std::uint64_t>(type) + 1; }

constexpr std::uint64_t combine(std::uint64_t hash, std::uint64_t next) noexcept
{
    hash = (hash ^ next) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

/// The finalizer of MurmurHash3: every bit of the result depends on every bit of the argument.
constexpr std::uint64_t finalize(std::uint64_t hash) noexcept
{
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
    return hash ^ (hash >> 33);
}

} // namespace

std::span<const feature> feature_reader::read(std::string_view utf8)
{
    features_.clear();
    positions_.clear();
    text_analysis::fold_case(utf8, folded_);
    split_words();

    std::uint64_t previous = 0;
    auto          range    = ranges_.begin();
    for (std::size_t from = 0; from + 1 < words_.size(); ++range)
    {
        auto hash = seed_of(kind::word);
        auto to   = from + 1;
        for (; words_[to] != U' '; ++to) hash = combine(hash, words_[to]);
        if (auto* const word = add(kind::word, finalize(hash))) std::tie(word->begin, word->end) = *range;
        if (previous != 0) add(kind::pair, finalize(combine(combine(seed_of(kind::pair), previous), hash)));
        add_characters(from, to + 1);
        previous = hash;
        from     = to;
    }
    return features_;
}

void feature_reader::split_words()
{
    words_.assign(1, U' ');
    ranges_.clear();
    std::size_t begin          = 0; ///< of the word
    bool        needs_breaks   = false;
    const auto  end_of_letters = [&](std::size_t end) {
        if (words_.back() == U' ') return;
        if (needs_breaks) find_breaks(begin, end);
        else end_word(begin, end);
        needs_breaks = false;
    };
    for (std::size_t at = 0; at != folded_.size();)
    {
        const auto c = sdk::utf8::decode(folded_, at);
        if (text_analysis::is_word_character(c.value))
        {
            if (words_.back() == U' ') begin = at;
            words_.push_back(c.value);
            needs_breaks = needs_breaks || text_analysis::is_written_without_blanks(c.value);
        }
        else end_of_letters(at);
        at = c.end;
    }
    end_of_letters(folded_.size());
}

/// Ends the word that words_ ends with.
void feature_reader::end_word(std::size_t begin, std::size_t end)
{
    words_.push_back(U' ');
    ranges_.emplace_back(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
}

/// Replaces the letters that words_ ends with by the words in them.
void feature_reader::find_breaks(std::size_t begin, std::size_t end)
{
    if (!segmenter_) segmenter_.emplace();
    while (words_.back() != U' ') words_.pop_back();
    segmenter_->for_each(std::string_view{folded_}.substr(begin, end - begin),
                         [&](const text_analysis::text_segment& word) {
                             for (auto at = begin + word.begin; at != begin + word.end;)
                             {
                                 const auto c = sdk::utf8::decode(folded_, at);
                                 words_.push_back(c.value);
                                 at = c.end;
                             }
                             end_word(begin + word.begin, begin + word.end);
                         });
}

void feature_reader::add_characters(std::size_t from, std::size_t to)
{
    for (; from + min_length <= to; ++from)
    {
        auto       hash = seed_of(kind::characters);
        const auto end  = std::min(from + max_length, to);
        for (auto at = from; at != end; ++at)
        {
            hash = combine(hash, words_[at]);
            if (at + 1 >= from + min_length) add(kind::characters, finalize(hash));
        }
    }
}

/// The feature if it is new, valid until the next one; null if it was only counted.
feature* feature_reader::add(feature::kind type, std::uint64_t hash)
{
    const auto [position, is_new] = positions_.try_emplace(hash, static_cast<std::uint32_t>(features_.size()));
    if (is_new) return &features_.emplace_back(feature{.hash = hash, .count = 1, .type = type});
    ++features_[position->second].count;
    return nullptr;
}

} // namespace verbatim::core::embedding
