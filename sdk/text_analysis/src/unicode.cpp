#include "verbatim/text_analysis/unicode.hpp"

#include "verbatim/sdk/text.hpp"

#include <unicode/brkiter.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/utext.h>

#include <algorithm>
#include <stdexcept>

namespace verbatim::text_analysis {

namespace {

icu::StringPiece piece_of(std::string_view text) { return {text.data(), static_cast<std::int32_t>(text.size())}; }

void require(UErrorCode status)
{
    if (U_FAILURE(status)) throw std::runtime_error{std::string{"ICU: "} + u_errorName(status)};
}

} // namespace

void fold_case(std::string_view utf8, std::string& folded)
{
    folded.clear();
    if (sdk::ascii::is_ascii(utf8))
    {
        folded.resize(utf8.size());
        std::ranges::transform(utf8, folded.begin(), sdk::ascii::to_lower);
        return;
    }
    UErrorCode                       status      = U_ZERO_ERROR;
    const auto*                      case_folder = icu::Normalizer2::getNFKCCasefoldInstance(status);
    icu::StringByteSink<std::string> sink{&folded};
    if (U_SUCCESS(status)) case_folder->normalizeUTF8(0, piece_of(utf8), sink, nullptr, status);
    require(status);
}

std::string without_accents(std::string_view utf8)
{
    std::string result{utf8};
    if (sdk::ascii::is_ascii(utf8)) return result;
    UErrorCode  status     = U_ZERO_ERROR;
    const auto* decomposer = icu::Normalizer2::getNFDInstance(status);
    require(status);
    const auto         decomposed = decomposer->normalize(icu::UnicodeString::fromUTF8(piece_of(utf8)), status);
    icu::UnicodeString letters;
    for (std::int32_t at = 0; at < decomposed.length(); at = decomposed.moveIndex32(at, 1))
        if (const auto c = decomposed.char32At(at); u_charType(c) != U_NON_SPACING_MARK) letters.append(c);
    result.clear();
    return letters.toUTF8String(result);
}

bool is_non_ascii_word_character(char32_t c) noexcept
{
    const auto code_point = static_cast<UChar32>(c);
    return u_isalnum(code_point) != 0 || (U_GET_GC_MASK(code_point) & U_GC_M_MASK) != 0;
}

bool is_in_script_without_blanks(char32_t letter) noexcept
{
    UErrorCode status = U_ZERO_ERROR;
    switch (uscript_getScript(static_cast<UChar32>(letter), &status))
    {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR: return true;
    default: return false;
    }
}

struct word_segmenter::state
{
    std::unique_ptr<icu::BreakIterator> iterator;
    UText                               text = UTEXT_INITIALIZER;

    ~state() { utext_close(&text); }
};

word_segmenter::word_segmenter()
    : state_{std::make_unique<state>()}
{
    UErrorCode status = U_ZERO_ERROR;
    state_->iterator.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
    require(status);
}

word_segmenter::~word_segmenter() = default;

void word_segmenter::open(std::string_view utf8)
{
    UErrorCode status = U_ZERO_ERROR;
    utext_openUTF8(&state_->text, utf8.data(), static_cast<std::int64_t>(utf8.size()), &status);
    if (U_SUCCESS(status)) state_->iterator->setText(&state_->text, status);
    require(status);
    state_->iterator->first();
}

bool word_segmenter::find_next(text_segment& segment)
{
    const auto end = state_->iterator->next();
    if (end == icu::BreakIterator::DONE) return false;
    const auto rule = state_->iterator->getRuleStatus();
    segment.begin   = segment.end;
    segment.end     = static_cast<std::size_t>(end);
    segment.kind    = rule < UBRK_WORD_NUMBER   ? segment_kind::signs
                      : rule < UBRK_WORD_LETTER ? segment_kind::number
                                                : segment_kind::word;
    return true;
}

} // namespace verbatim::text_analysis
