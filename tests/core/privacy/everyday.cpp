#include "expect.hpp"

#include <filesystem>
#include <fstream>

namespace verbatim::testing {

namespace {

/// Sentences without personal data: bench/privacy/data/everyday. Its even lines are held out and not read here.
struct everyday_file
{
    std::string name;
    std::size_t sentences = 0, alarmed = 0;
};

everyday_file read_tuning_half(const std::filesystem::path& path)
{
    everyday_file file{.name = path.filename().string()};
    std::ifstream lines(path);
    bool          is_odd = false;
    for (std::string line; std::getline(lines, line);)
    {
        is_odd = !is_odd;
        if (!is_odd) continue;
        ++file.sentences;
        file.alarmed += !findings_of(line).empty();
    }
    return file;
}

} // namespace

BOOST_AUTO_TEST_SUITE(everyday)

BOOST_AUTO_TEST_CASE(few_sentences_without_personal_data_have_a_finding_in_each_language)
{
    constexpr std::size_t least = 150, one_in = 50;
    std::size_t           languages = 0;
    for (const auto& entry : std::filesystem::directory_iterator(VERBATIM_EVERYDAY_TEXTS))
    {
        const auto file = read_tuning_half(entry.path());
        BOOST_TEST_CONTEXT(file.name)
        {
            BOOST_TEST(file.sentences >= least);
            BOOST_TEST(file.alarmed * one_in <= file.sentences);
        }
        ++languages;
    }
    BOOST_TEST(languages == 7u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing
