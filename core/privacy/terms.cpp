#include "privacy/terms.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace verbatim::core::privacy {

namespace {

constexpr std::string_view setting = "ANONYMIZER_TERMS_PATH";

[[noreturn]] void refuse(std::size_t line, std::string_view why)
{
    throw std::invalid_argument(std::string(setting) + ": line " + std::to_string(line) + " " + std::string(why));
}

bool is_kind(std::string_view text) noexcept
{
    const auto large = [](char c) { return c >= 'A' && c <= 'Z'; };
    return !text.empty() && large(text[0]) && std::ranges::all_of(text, [&](char c) { return large(c) || c == '_'; });
}

} // namespace

term_list::term_list(std::string_view lines)
{
    if (lines.starts_with("\xEF\xBB\xBF")) lines.remove_prefix(3);
    for (std::size_t number = 1; !lines.empty(); ++number)
    {
        auto line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.empty() && line[0] != '#') add(line, number);
    }
    for (auto& [first, list] : terms_)
        std::ranges::stable_sort(list, [](const term& a, const term& b) { return a.words.size() > b.words.size(); });
}

void term_list::add(std::string_view line, std::size_t number)
{
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) refuse(number, "is not a kind, a tab and a text.");
    const auto kind = line.substr(0, tab);
    if (!is_kind(kind))
        refuse(number, "begins with something that is not a kind such as PERSON: capitals A to Z and underscores.");

    scanned taken;
    scan(line.substr(tab + 1), taken);
    if (taken.tokens.empty()) refuse(number, "has a text without a letter or a digit.");
    term one{.words = {}, .kind = *kinds_.emplace(kind).first};
    for (const auto& part : taken.tokens) one.words.push_back(part.hash);
    terms_[one.words[0]].push_back(std::move(one));
}

void term_list::find(const scanned& text, std::vector<sdk::finding>& to) const
{
    if (terms_.empty()) return;
    const auto& tokens = text.tokens;
    for (std::size_t i = 0; i != tokens.size(); ++i)
    {
        const auto found = terms_.find(tokens[i].hash);
        if (found == terms_.end()) continue;
        for (const auto& one : found->second)
        {
            constexpr std::size_t widest_gap = 4; // bytes: a comma and a blank, a dash
            const auto            size       = one.words.size();
            if (size > tokens.size() - i) continue;
            std::size_t n = 1;
            while (n < size && tokens[i + n].hash == one.words[n] &&
                   tokens[i + n].begin - tokens[i + n - 1].end <= widest_gap)
                ++n;
            if (n != size) continue;
            to.push_back({.begin = tokens[i].begin, .end = tokens[i + size - 1].end, .kind = one.kind, .score = 1.0});
            break;
        }
    }
}

term_list read_terms(const std::filesystem::path& file)
{
    if (file.empty()) return {};
    std::ifstream in(file, std::ios::binary);
    if (!in || !std::filesystem::is_regular_file(file))
        throw std::invalid_argument(std::string(setting) + ": the file cannot be read.");
    std::ostringstream lines;
    if (in.peek() != std::ifstream::traits_type::eof()) lines << in.rdbuf();
    return term_list(std::move(lines).str());
}

} // namespace verbatim::core::privacy
