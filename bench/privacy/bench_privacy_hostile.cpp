/// Time of the built-in anonymizer on texts that are made to be slow for one of its recognizers, at doubling sizes.
///     bench_privacy_hostile [KILOBYTES] [CASE]
/// Prints the CPU seconds for KILOBYTES (default 12), twice and four times as much, and the ratio per doubling; linear
/// time gives 2. Exits with 1 if the geometric mean of the two is above 2.3. Where only the larger sizes leave a cache,
/// linear time gives up to 2.6. CASE selects the cases whose name contains it.
#include "privacy/recognizer.hpp"
#include "verbatim/feedback/redaction.hpp"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace verbatim;
using text_list = std::vector<std::string>;

constexpr double max_ratio = 2.3;

struct hostile_case
{
    std::string_view                      name;
    std::function<text_list(std::size_t)> make_texts; ///< texts of this many bytes together
};

std::string repeated(std::string_view pattern, std::size_t bytes)
{
    std::string text;
    text.reserve(bytes + pattern.size());
    while (text.size() < bytes) text += pattern;
    return text;
}

/// The n-th of many different words of letters.
std::string word(std::size_t n)
{
    std::string letters;
    for (int i = 0; i != 6; ++i, n /= 26) letters += static_cast<char>('a' + n % 26);
    return letters;
}

std::string capitalised(std::string letters)
{
    letters[0] = static_cast<char>(letters[0] - 'a' + 'A');
    return letters;
}

/// `piece(n)` for n = 1, 2, … until there are enough bytes.
std::string numbered(std::size_t bytes, const std::function<std::string(std::size_t)>& piece)
{
    std::string text;
    for (std::size_t n = 1; text.size() < bytes; ++n) text += piece(n * 7'919); // a prime: neighbours differ
    return text;
}

hostile_case repetition(std::string_view name, std::string pattern)
{
    return {name, [pattern = std::move(pattern)](std::size_t bytes) { return text_list{repeated(pattern, bytes)}; }};
}

hostile_case numbering(std::string_view name, std::function<std::string(std::size_t)> piece)
{
    return {name, [piece = std::move(piece)](std::size_t bytes) { return text_list{numbered(bytes, piece)}; }};
}

/// Texts of about 100 bytes.
text_list lines(const std::string& text)
{
    text_list result;
    for (std::size_t from = 0; from < text.size(); from += result.back().size())
        result.push_back(text.substr(from, text.find(' ', std::min(from + 100, text.size())) - from));
    return result;
}

std::vector<hostile_case> make_cases()
{
    using std::string;
    std::vector<hostile_case> cases{
        // network.cpp
        repetition("mail: at signs", "@"),
        repetition("mail: long local parts", string(63, 'a') + "@"),
        repetition("mail: long domains that fail", "a@" + repeated("b.", 250) + "1 "),
        repetition("mail: chained", "a@b.org@"),
        repetition("url: schemes", "http://"),
        repetition("url: empty schemes", "a://"),
        repetition("url: closing brackets", "http://a/" + string(2'000, ')')),
        repetition("url: nested brackets", "http://a/" + string(1'000, '(') + string(1'000, ')') + " "),
        repetition("url: top levels that are words", "ab.so?"),
        repetition("url: hosts of digits", "1.de#"),
        repetition("url: chained hosts", "x.com."),
        repetition("address: colons", ":"),
        repetition("address: hexadecimal groups", "ff:"),
        repetition("address: almost MAC", "aa-aa-aa-aa-aa-"),
        repetition("address: almost IPv4", "1.2.3."),
        // numbers.cpp, codes.cpp, phones.cpp
        repetition("number: digits", "1"),
        repetition("number: short groups", "12 "),
        repetition("number: almost cards", "4111 1111 1111 1112 "),
        repetition("number: joined phones", "0771234567/"),
        repetition("number: brackets and signs", "+(1) "),
        repetition("number: phone words", "call 12 "),
        repetition("number: card words", "card 123456789012 "),
        repetition("number: wide digits", "１２-"),
        repetition("code: almost IBAN in groups", "DE89 3704 0044 0532 0130 01 "),
        repetition("code: almost IBAN in one piece", "GB82WEST12345698765433"),
        repetition("code: almost Bitcoin", "1BoatSLRHtKNngkdXEeobR76b53LETtpyU "),
        repetition("code: almost bech32", "bc1" + string(80, 'q') + " "),
        repetition("code: letters and digits", "a1"),
        // names.cpp, name_cues.cpp, caseless_names.cpp, known_persons.cpp
        numbering("name: families of one given name", [](auto n) { return "Maria " + capitalised(word(n)) + ", "; }),
        numbering("name: given names of one family", [](auto n) { return "Mr. " + capitalised(word(n)) + " Lopez, "; }),
        numbering("name: long names that begin alike",
                  [](auto n) { return "Ana Maria Luisa Carmen " + capitalised(word(n)) + ". "; }),
        numbering("name: uncertain names",
                  [](auto n) { return "we met " + capitalised(word(n)) + " " + capitalised(word(n + 1)) + ". "; }),
        numbering("name: different words", [](auto n) { return word(n) + " "; }),
        {"name: many texts",
         [](std::size_t bytes) {
             return lines(numbered(bytes, [](auto n) { return "Maria " + capitalised(word(n)) + ", "; }));
         }},
        repetition("name: one part", "Maria "),
        repetition("name: overlapping names", "Mr. Ann Lee. Mr. Lee Ann. Ann Lee Ann Lee Ann Lee Ann Lee "),
        repetition("name: unknown words", "Zzyx "),
        repetition("name: particles", "Maria van der van der "),
        repetition("name: initials", "A. "),
        repetition("name: titles", "Mr. "),
        repetition("name: introductions", "my name is "),
        repetition("name: cyrillic endings", "Абвгдежзик "),
        repetition("name: arabic", "عبد "),
        repetition("name: without blanks", "名叫中中中中"),
        repetition("name: quoted lines", "> > > Maria\n"),
        // addresses.cpp, places.cpp, groups.cpp
        repetition("street: number first", "12 Hill "),
        repetition("street: word first", "rue de la "),
        repetition("street: towns", "Markt 12, "),
        repetition("street: post boxes", "P. O. Box "),
        repetition("place: districts", "district of "),
        repetition("place: phrases", "San "),
        repetition("place: prepositions", "in Abcde "),
        repetition("group: companies", "Abc Abc Abc Ltd "),
        repetition("group: employers", "work for Abc "),
        // tokenizer.cpp, letters.cpp
        repetition("token: nested quotes", "\"'«“"),
        repetition("token: zero width", "a\u200B"),
        repetition("token: soft hyphens in addresses", "a\u00AD@\u00ADb\u00AD."),
        repetition("token: direction marks", "\u202E\u2066"),
        repetition("token: accents", "\u0301\u0323"),
        repetition("token: full width", "ａ＠"),
        repetition("token: invalid bytes", "\xFF\xC3"),
        repetition("token: almost placeholders", "<PERSON_"),
        repetition("token: placeholders in addresses", "http://a/&lt;A_1&gt;&lt;A_1&gt;"),
        repetition("token: one word", "a"),
        // terms.cpp, and the numbering of placeholders
        repetition("term: prefixes of terms", "term term term termite "),
        numbering("placeholder: different findings", [](auto n) { return word(n) + "@example.org "; }),
    };
    return cases;
}

/// Nested terms, so that the search of each one reads far.
core::privacy::term_list make_terms()
{
    std::string lines, term;
    for (int i = 0; i != 90; ++i) lines += "TERM\t" + (term += "term ") + "x\n";
    return core::privacy::term_list(lines);
}

/// CPU time of this process.
double processor_seconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// The best of many rounds, to exclude other load on the machine.
double measure(const core::privacy::recognizer& engine, const text_list& texts)
{
    constexpr int                       min_rounds = 5;
    constexpr double                    enough     = 0.2; // seconds
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    double                              best = enough, total = 0;
    for (int round = 0; round < min_rounds || total < enough; ++round)
    {
        const auto                begin    = processor_seconds();
        const auto                findings = engine.find_all(views);
        const feedback::redaction redaction(views, findings);
        for (std::size_t n = 0; n != redaction.size(); ++n) redaction.text(n);
        const auto seconds = processor_seconds() - begin;
        best               = round == 0 ? seconds : std::min(best, seconds);
        total += seconds;
    }
    return best;
}

bool run(const core::privacy::recognizer& engine, const hostile_case& hostile, std::size_t bytes)
{
    double seconds[3] = {};
    for (std::size_t n = 0; n != std::size(seconds); ++n) seconds[n] = measure(engine, hostile.make_texts(bytes << n));
    const double first = seconds[1] / seconds[0], second = seconds[2] / seconds[1];
    const bool   linear = std::sqrt(first * second) <= max_ratio;
    std::printf("%-36s %8.4f %8.4f %8.4f s  %5.2f %5.2f  %6.1f MB/s%s\n", std::string(hostile.name).c_str(), seconds[0],
                seconds[1], seconds[2], first, second, static_cast<double>(bytes << 2U) / 1e6 / seconds[2],
                linear ? "" : "  above 2.3");
    return linear;
}

} // namespace

int main(int count, char** arguments)
try
{
    // Keeps memory between rounds: the kernel's share of large allocations is not the anonymizer's.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);

    const std::vector<std::string>  words(arguments + 1, arguments + count);
    const auto                      bytes = (words.empty() ? 12 : std::stoul(words[0])) * 1'000;
    const core::privacy::recognizer engine(make_terms());
    bool                            all_linear = true;
    for (const auto& hostile : make_cases())
        if (words.size() < 2 || hostile.name.find(words[1]) != std::string_view::npos)
            all_linear = run(engine, hostile, bytes) && all_linear;
    return all_linear ? 0 : 1;
}
catch (const std::exception& failure)
{
    std::cerr << "bench_privacy_hostile: " << failure.what() << '\n';
    return 2;
}
