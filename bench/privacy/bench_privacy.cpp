/// Measures recall, precision and speed of the built-in anonymizer.
#include "privacy/recognizer.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace json = boost::json;
using namespace verbatim;

constexpr std::string_view help = R"(usage: bench_privacy labels FILE [--misses]
       bench_privacy marked FILE [--misses]
       bench_privacy speed FILE [MEGABYTES] [TERMS]
       bench_privacy scripts FILE...
       bench_privacy halves FILE... [--misses]

labels  FILE is a JSON array of {"full_text", "spans": [{"entity_type", "start_position", "end_position"}]}, positions in code
        points, in the format of the public Presidio evaluation sets. Each record is a request.
        Recall of a kind: share of labelled spans that findings of the same kind cover by at least half.
        Precision of a kind: share of findings that are covered by labels of the same kind by at least half; a PERSON may also
        be covered by a TITLE. Labels are mapped: EMAIL, IBAN, IP_ADDRESS, URL, PHONE_NUMBER, CREDIT_CARD, US_SSN, PERSON,
        LOCATION (including whole addresses), ORGANIZATION, NATIONALITY as NRP. TITLE and BIRTHDAY are not redacted and not
        counted; empty spans are skipped. --misses also prints every miss (M) and false finding (F).
marked  The same for a FILE with one text per line, "\n" for a line end in it, and labels as {KIND|text}; lines that begin with
        "#" are comments. Counts the labelled kinds only. bench/privacy/data has such files.
speed   Searches FILE as texts of about 300 bytes, cut at line ends, until MEGABYTES (default 64) are searched, on a single
        thread; measures CPU time. With TERMS, the operator's list has this many terms: pairs of words of FILE, most with an
        appended letter, so that the search reads as far as possible.
scripts The same for the lines of each FILE in Latin, Cyrillic and Arabic script, repeated up to a megabyte. Only the text
        after the last tab of a line is read; bench/quality/sensitivity has such files.
halves  The same format as "marked", for each FILE. Odd lines are for tuning, even lines are held out: --misses shows errors in
        odd lines only. Also counts texts without labels that have a finding of any kind. bench/privacy/data has such files:
        identifiers.txt, everyday and names.
)";

std::string read(const std::string& file)
{
    std::ifstream      in(file, std::ios::binary);
    std::ostringstream content;
    if (!in || !(content << in.rdbuf())) throw std::runtime_error("cannot read " + file);
    return std::move(content).str();
}

struct span
{
    std::size_t begin = 0, end = 0;
    std::string kind;
};

struct kind_counts
{
    std::size_t labelled = 0, recalled = 0, reported = 0, right = 0;
};

std::string own_kind(std::string_view label)
{
    static const std::map<std::string_view, std::string_view> names{
        {"EMAIL", "EMAIL_ADDRESS"}, {"IBAN", "IBAN_CODE"}, {"NATIONALITY", "NRP"},
        {"DOMAIN_NAME", "URL"},     {"GPE", "LOCATION"},   {"STREET_ADDRESS", "LOCATION"}};
    const auto name = names.find(label);
    return std::string(name == names.end() ? label : name->second);
}

/// The byte offset of each code point, and the size of the text.
std::vector<std::size_t> code_point_offsets(std::string_view text)
{
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i != text.size(); ++i)
        if (!sdk::utf8::is_continuation(text[i])) offsets.push_back(i);
    offsets.push_back(text.size());
    return offsets;
}

std::size_t shared(const span& a, const span& b)
{
    const auto from = std::max(a.begin, b.begin), to = std::min(a.end, b.end);
    return from < to ? to - from : 0;
}

std::vector<span> labels_of(const json::object& record, std::string_view text)
{
    const auto        offsets = code_point_offsets(text);
    std::vector<span> spans;
    for (const auto& label : record.at("spans").as_array())
    {
        const auto begin = label.at("start_position").to_number<std::size_t>(),
                   end   = label.at("end_position").to_number<std::size_t>();
        if (begin < end && end < offsets.size())
            spans.push_back({offsets[begin], offsets[end], own_kind(label.at("entity_type").as_string())});
    }
    return spans;
}

struct example
{
    std::string       text;
    std::vector<span> labels;
};

/// A line of the format "marked".
example read_marked(std::string_view line)
{
    example result;
    while (!line.empty())
    {
        const auto next = std::min(line.find_first_of("\\{"), line.size());
        result.text += line.substr(0, next);
        line.remove_prefix(next);
        if (line.starts_with("\\n"))
        {
            result.text += '\n';
            line.remove_prefix(2);
        }
        else if (line.starts_with('{'))
        {
            const auto bar = line.find('|'), close = line.find('}');
            if (bar > close || close == line.npos) throw std::runtime_error("malformed label: " + std::string(line));
            const auto begin = result.text.size();
            result.text += line.substr(bar + 1, close - bar - 1);
            result.labels.push_back({begin, result.text.size(), std::string(line.substr(1, bar - 1))});
            line.remove_prefix(close + 1);
        }
        else if (!line.empty())
        {
            result.text += line[0];
            line.remove_prefix(1);
        }
    }
    return result;
}

std::vector<example> read_marked_file(const std::string& file)
{
    std::vector<example> examples;
    std::istringstream   lines(read(file));
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line[0] != '#') examples.push_back(read_marked(line));
    return examples;
}

void judge(std::string_view text, const std::vector<span>& labels, const std::vector<span>& findings,
           std::map<std::string, kind_counts>& score, bool misses)
{
    static const std::set<std::string> ignored{"TITLE", "BIRTHDAY", "DATE_TIME", "AGE"};
    const auto                         show = [&](char prefix, const span& finding) {
        if (misses)
            std::cout << prefix << ' ' << finding.kind << " ["
                      << text.substr(finding.begin, finding.end - finding.begin) << "] " << text.substr(0, 160) << '\n';
    };
    for (const auto& label : labels)
    {
        if (ignored.contains(label.kind)) continue;
        std::size_t covered = 0;
        for (const auto& finding : findings)
            if (finding.kind == label.kind) covered += shared(finding, label);
        const bool hit = covered * 2 >= label.end - label.begin;
        ++score[label.kind].labelled;
        score[label.kind].recalled += hit;
        if (!hit) show('M', label);
    }
    for (const auto& finding : findings)
    {
        std::size_t covered = 0;
        for (const auto& label : labels)
            if (label.kind == finding.kind || (label.kind == "TITLE" && finding.kind == "PERSON"))
                covered += shared(finding, label);
        const bool right = covered * 2 >= finding.end - finding.begin;
        ++score[finding.kind].reported;
        score[finding.kind].right += right;
        if (!right) show('F', finding);
    }
}

std::vector<example> read_labelled_file(const std::string& file)
{
    std::vector<example> examples;
    const auto           records = json::parse(read(file));
    for (const auto& record : records.as_array())
    {
        const auto& text = record.at("full_text").as_string();
        examples.push_back({std::string(text), labels_of(record.as_object(), text)});
    }
    return examples;
}

double ratio(std::size_t part, std::size_t whole)
{
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

void print_score(const std::map<std::string, kind_counts>& score)
{
    std::printf("%-18s %8s %8s %8s %10s\n", "kind", "labelled", "recall", "findings", "precision");
    for (const auto& [kind, counts] : score)
    {
        std::printf("%-18s %8zu %8.3f %8zu %10.3f\n", kind.c_str(), counts.labelled,
                    ratio(counts.recalled, counts.labelled), counts.reported, ratio(counts.right, counts.reported));
    }
}

int measure_labels(const std::vector<example>& examples, bool labelled_kinds_only, bool misses)
{
    const core::privacy::recognizer    engine;
    std::map<std::string, kind_counts> score;
    std::set<std::string>              kinds;
    for (const auto& example : examples)
        for (const auto& label : example.labels) kinds.insert(label.kind);
    for (const auto& example : examples)
    {
        const std::string_view text = example.text;
        const auto             raw  = engine.find_all(std::span(&text, 1));
        std::vector<span>      findings;
        for (const auto& raw_finding : raw[0])
            if (std::string kind(raw_finding.kind); !labelled_kinds_only || kinds.contains(kind))
                findings.push_back({raw_finding.begin, raw_finding.end, std::move(kind)});
        judge(text, example.labels, findings, score, misses);
    }
    print_score(score);
    return 0;
}

/// Evenly spread pairs of adjacent words; one in ten unchanged, the others with an appended letter.
std::string sample_terms(std::string_view text, std::size_t count)
{
    std::string       lines;
    const std::size_t stride = count == 0 ? 0 : text.size() / count;
    for (std::size_t n = 0; n != count; ++n)
    {
        constexpr std::string_view blanks = " \n\t";
        const auto                 first  = text.find_first_not_of(blanks, text.find_first_of(blanks, n * stride));
        if (first == std::string_view::npos) break;
        const auto second = text.find_first_not_of(blanks, text.find_first_of(blanks, first));
        const auto end    = text.find_first_of(blanks, std::min(second, text.size()));
        if (end == std::string_view::npos) break;
        const auto term = text.substr(first, end - first);
        if (term.find('\n') != std::string_view::npos || term.size() < 5) continue;
        lines += "TERM\t" + std::string(term) + (n % 10 == 0 ? "\n" : "q\n");
    }
    return lines;
}

/// CPU time of this process; independent of other load.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int measure_speed(std::string_view content, std::size_t megabytes, std::size_t terms)
{
    constexpr std::size_t         text_size = 300;
    std::vector<std::string_view> texts;
    for (auto rest = content; !rest.empty();)
    {
        const auto line = rest.size() > text_size ? rest.find('\n', text_size) : std::string_view::npos;
        const auto size = line == std::string_view::npos ? rest.size() : line + 1;
        texts.push_back(rest.substr(0, size));
        rest.remove_prefix(size);
    }
    if (texts.empty()) throw std::runtime_error("no text to search");

    const auto                      start = processor_seconds();
    const core::privacy::recognizer engine(core::privacy::term_list(sample_terms(content, terms)));
    const auto                      setup = processor_seconds() - start;

    std::size_t bytes = 0, finding_count = 0;
    const auto  begin = processor_seconds();
    while (bytes < megabytes * 1'000'000)
    {
        for (const auto& list : engine.find_all(texts)) finding_count += list.size();
        bytes += content.size();
    }
    const auto taken = processor_seconds() - begin;
    std::printf("setup %.1f ms; %zu texts per request, %.1f MB in %.2f s: %.1f MB/s, %zu findings\n", setup * 1e3,
                texts.size(), static_cast<double>(bytes) / 1e6, taken, static_cast<double>(bytes) / 1e6 / taken,
                finding_count);
    return 0;
}

/// Whether more than half of the code points are in [first, end).
bool is_written_in(std::string_view line, char32_t first, char32_t end)
{
    std::size_t inside = 0, total = 0;
    for (std::size_t at = 0; at != line.size(); ++total)
    {
        const auto c = sdk::utf8::decode(line, at);
        inside += c.value >= first && c.value < end;
        at = c.end;
    }
    return 2 * inside > total;
}

int measure_scripts(std::span<const std::string> files)
{
    struct script
    {
        const char* name;
        char32_t    first, end;
    };
    constexpr std::size_t content_size = 1'000'000, megabytes = 64;
    for (const auto& [name, first, end] :
         {script{"Latin", U'A', 0x250}, {"Cyrillic", 0x400, 0x530}, {"Arabic", 0x600, 0x700}})
    {
        std::string lines;
        for (const auto& file : files)
        {
            std::istringstream content(read(file));
            for (std::string line; std::getline(content, line);)
                if (line.erase(0, line.rfind('\t') + 1); is_written_in(line, first, end)) lines += line + '\n';
        }
        std::string content;
        while (!lines.empty() && content.size() < content_size) content += lines;
        std::printf("%-8s ", name);
        measure_speed(content, megabytes, 0);
    }
    return 0;
}

/// One half of a file: scores by kind, and texts without labels.
struct half_score
{
    std::map<std::string, kind_counts> kinds;
    std::size_t                        unlabelled = 0, alarmed = 0;
};

void measure(const core::privacy::recognizer& engine, const example& example, const std::set<std::string>& kinds,
             half_score& score, bool misses)
{
    const std::string_view text     = example.text;
    const auto             raw      = engine.find_all(std::span(&text, 1));
    const bool             labelled = !example.labels.empty();
    std::vector<span>      findings;
    for (const auto& finding : raw[0])
        if (std::string kind(finding.kind); !labelled || kinds.contains(kind))
            findings.push_back({finding.begin, finding.end, std::move(kind)});
    score.unlabelled += !labelled;
    score.alarmed += !labelled && !findings.empty();
    judge(text, example.labels, findings, score.kinds, misses);
}

/// Odd lines of a file are for tuning, even lines are held out, and their errors are not shown.
int measure_halves(std::span<const std::string> files, bool misses)
{
    const core::privacy::recognizer engine;
    std::printf("%-24s %28s %28s\n%-24s", "", "tuning", "held out", "kind");
    for (int half = 0; half != 2; ++half) std::printf(" %9s %8s %9s", "labelled", "recall", "precision");
    std::printf("\n");
    for (const auto& file : files)
    {
        std::vector<std::pair<example, bool>> examples;
        std::set<std::string>                 kinds;
        std::istringstream                    lines(read(file));
        bool                                  is_tuning = false;
        for (std::string line; std::getline(lines, line);)
        {
            is_tuning = !is_tuning;
            if (line.empty() || line[0] == '#') continue;
            examples.emplace_back(read_marked(line), is_tuning);
            for (const auto& label : examples.back().first.labels) kinds.insert(label.kind);
        }
        half_score tuning, held_out;
        for (const auto& [example, is_own] : examples)
            measure(engine, example, kinds, is_own ? tuning : held_out, misses && is_own);
        std::printf("%s: %zu of %zu texts without labels have a finding; held out %zu of %zu\n", file.c_str(),
                    tuning.alarmed, tuning.unlabelled, held_out.alarmed, held_out.unlabelled);
        for (const auto& kind : kinds)
        {
            std::printf("%-24s", kind.c_str());
            for (const auto& counts : {tuning.kinds[kind], held_out.kinds[kind]})
                std::printf(" %9zu %8.2f %9.2f", counts.labelled, ratio(counts.recalled, counts.labelled),
                            ratio(counts.right, counts.reported));
            std::printf("\n");
        }
    }
    return 0;
}

} // namespace

int main(int count, char** arguments)
try
{
    const std::vector<std::string> words(arguments + 1, arguments + count);
    if (words.size() >= 2 && words[0] == "labels")
        return measure_labels(read_labelled_file(words[1]), false, words.size() > 2 && words[2] == "--misses");
    if (words.size() >= 2 && words[0] == "marked")
        return measure_labels(read_marked_file(words[1]), true, words.size() > 2 && words[2] == "--misses");
    if (words.size() >= 2 && words[0] == "speed")
        return measure_speed(read(words[1]), words.size() > 2 ? std::stoul(words[2]) : 64,
                             words.size() > 3 ? std::stoul(words[3]) : 0);
    if (words.size() >= 2 && words[0] == "scripts") return measure_scripts(std::span(words).subspan(1));
    if (words.size() >= 2 && words[0] == "halves")
    {
        const bool misses = words.back() == "--misses";
        return measure_halves(std::span(words).subspan(1, words.size() - 1 - misses), misses);
    }
    std::cout << help;
    return words.size() == 1 && words[0] == "--help" ? 0 : 2;
}
catch (const std::exception& failure)
{
    std::cerr << "bench_privacy: " << failure.what() << '\n';
    return 1;
}
