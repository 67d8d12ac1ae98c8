#include "embedding/features.hpp"

#include "verbatim/sdk/text.hpp"

#include <unicode/brkiter.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

#include <algorithm>
#include <stdexcept>
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

const icu::Normalizer2& case_folder()
{
    static const icu::Normalizer2& instance = []() -> const icu::Normalizer2& {
        UErrorCode  status     = U_ZERO_ERROR;
        const auto* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(status);
        if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU has no NFKC case folding"};
        return *normalizer;
    }();
    return instance;
}

bool is_word_character(char32_t c)
{
    if (c < 0x80) return sdk::ascii::is_lower(c) || sdk::ascii::is_digit(c);
    const auto code_point = static_cast<UChar32>(c);
    return u_isalnum(code_point) != 0 || (U_GET_GC_MASK(code_point) & U_GC_M_MASK) != 0;
}

/// Letters of Thai, Lao, Burmese, Khmer, Chinese and Japanese. ICU knows words of each.
bool is_written_without_blanks(char32_t c)
{
    if (c < 0x0e00) return false;
    const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    return in(0x0e00, 0x0eff) || in(0x1000, 0x109f) || in(0x1780, 0x17ff) || in(0x3040, 0x30ff) || in(0x3400, 0x9fff) ||
           in(0x20000, 0x3ffff);
}

} // namespace

/// Finds words in letters without blanks.
class feature_reader::word_breaks
{
public:
    word_breaks()
    {
        UErrorCode status = U_ZERO_ERROR;
        iterator_.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
        if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU has no word breaks"};
    }

    /// Calls `use` with begin and end of each word; the words cover the letters.
    template <class Use>
    void for_each(std::string_view letters, const Use& use)
    {
        UErrorCode status = U_ZERO_ERROR;
        UText      text   = UTEXT_INITIALIZER;
        utext_openUTF8(&text, letters.data(), static_cast<std::int64_t>(letters.size()), &status);
        iterator_->setText(&text, status);
        if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU cannot split a text into words"};
        for (auto begin = iterator_->first(), end = iterator_->next(); end != icu::BreakIterator::DONE;
             begin = std::exchange(end, iterator_->next()))
            use(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
        utext_close(&text);
    }

private:
    std::unique_ptr<icu::BreakIterator> iterator_;
};

feature_reader::feature_reader()  = default;
feature_reader::~feature_reader() = default;

std::span<const feature> feature_reader::read(std::string_view utf8)
{
    features_.clear();
    positions_.clear();
    fold(utf8);
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

void feature_reader::fold(std::string_view utf8)
{
    folded_.clear();
    if (sdk::ascii::is_ascii(utf8))
    {
        folded_.resize(utf8.size());
        std::ranges::transform(utf8, folded_.begin(), sdk::ascii::to_lower);
        return;
    }
    UErrorCode                       status = U_ZERO_ERROR;
    icu::StringByteSink<std::string> sink{&folded_};
    case_folder().normalizeUTF8(0, {utf8.data(), static_cast<int32_t>(utf8.size())}, sink, nullptr, status);
    if (U_FAILURE(status) != 0) throw std::runtime_error{"ICU cannot fold a text"};
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
        if (is_word_character(c.value))
        {
            if (words_.back() == U' ') begin = at;
            words_.push_back(c.value);
            needs_breaks = needs_breaks || is_written_without_blanks(c.value);
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
    if (!breaks_) breaks_ = std::make_unique<word_breaks>();
    while (words_.back() != U' ') words_.pop_back();
    breaks_->for_each(std::string_view{folded_}.substr(begin, end - begin), [&](std::size_t from, std::size_t to) {
        for (auto at = begin + from; at != begin + to;)
        {
            const auto c = sdk::utf8::decode(folded_, at);
            words_.push_back(c.value);
            at = c.end;
        }
        end_word(begin + from, begin + to);
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
