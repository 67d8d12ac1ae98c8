#include "embedding/word_vectors.hpp"

#include "word_table.hpp"

#include "settings/setting_problem.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>

using namespace verbatim;
using namespace verbatim::core::embedding;

namespace {

const std::vector<word_table::entry> sample{{"clinic", {0, 100}}, {"eau", {100, 1}},  {"repair", {-50, 50}},
                                            {"water", {100, 0}},  {"кран", {90, 10}}, {"ماء", {80, 0}}};

/// The vector of a word, none if nothing was added.
std::vector<float> vector_of(const word_vectors& table, std::string_view word)
{
    std::vector<float> sum(table.dimensions());
    return table.add(word, 1, sum) ? sum : std::vector<float>{};
}

std::string problem_of(const std::string& file)
{
    const support::temporary_directory folder;
    try
    {
        const word_vectors table{write_file(folder, file)};
        return {};
    }
    catch (const core::settings::setting_error& error)
    {
        BOOST_TEST(error.problems().size() == 1u);
        return to_string(error.problems().front());
    }
}

/// The KiB of a file that this process maps and that are in memory for it.
std::size_t resident_kib(const std::string& file)
{
    std::ifstream smaps{"/proc/self/smaps"};
    std::string   line;
    while (std::getline(smaps, line) && !line.ends_with(file))
    {}
    while (std::getline(smaps, line))
        if (line.starts_with("Rss:")) return std::stoul(line.substr(4));
    BOOST_FAIL("the file is not mapped");
    return 0;
}

} // namespace

BOOST_AUTO_TEST_SUITE(embedding_word_vectors)

BOOST_AUTO_TEST_CASE(words_have_the_vectors_of_the_file)
{
    const support::temporary_directory folder;
    const word_vectors                 table{write_file(folder, word_table{sample}.file())};

    BOOST_TEST(table.size() == 6u);
    BOOST_TEST(table.dimensions() == 2u);
    BOOST_TEST(table.digest().size() == 64u);
    for (const auto& [word, coordinates] : sample)
    {
        const auto vector = vector_of(table, word);
        BOOST_REQUIRE(vector.size() == 2u);
        for (std::size_t at = 0; at != 2; ++at)
            BOOST_TEST(std::abs(vector[at] - 0.01f * static_cast<float>(coordinates[at])) < 1e-6f, word);
    }
    std::array<float, 2> sum{1, 1};
    BOOST_TEST(table.add("water", 2, sum));
    BOOST_TEST(sum[0] == 3.0f);
    BOOST_TEST(sum[1] == 1.0f);
}

BOOST_AUTO_TEST_CASE(memory_is_needed_for_words_that_were_looked_up)
{
    std::vector<word_table::entry> entries;
    for (int n = 0; n != 9'000; ++n) entries.push_back({std::to_string(1'000 + n), std::vector<std::int8_t>(200, 1)});
    const support::temporary_directory folder;
    const auto                         file = write_file(folder, word_table{entries}.file());

    const word_vectors table{file};
    const auto         idle = resident_kib(file);
    BOOST_TEST(idle < 200u);
    for (const auto& entry : entries) vector_of(table, entry.first);
    BOOST_TEST(resident_kib(file) > 1'700u);
}

BOOST_AUTO_TEST_CASE(other_forms_have_a_part_of_the_vector_of_a_word)
{
    const support::temporary_directory folder;
    const word_vectors                 table{write_file(folder, word_table{sample}.file())};

    const std::vector<std::pair<std::string, std::string>> forms{
        {"clinics", "clinic"}, {"repaired", "repair"}, {"waterx", "water"}, // the same beginning
        {"wawater", "water"},  {"ankран", ""},         {"вкран", "кран"}};  // the same end
    for (const auto& [form, word] : forms)
    {
        const auto vector = vector_of(table, form);
        const auto whole  = vector_of(table, word);
        BOOST_REQUIRE(vector.size() == whole.size());
        for (std::size_t at = 0; at != vector.size(); ++at)
            BOOST_TEST(std::abs(vector[at] - 0.7f * whole[at]) < 1e-6f, form);
    }
    for (const std::string_view other :
         {"", "w", "wate", "clip", "watermelons", "repercussion", "zzzzzzzz", "ма", "eaux", "\xff\xfe\xff\xfe\xff\xfe"})
        BOOST_TEST(vector_of(table, other).empty(), other);
    BOOST_TEST(vector_of(table, std::string(100'000, 'w')).empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_complete_table_stops_the_start)
{
    const word_table  good{sample};
    const std::string file = good.file();
    BOOST_TEST(problem_of(file).empty());
    BOOST_TEST(problem_of(word_table{sample, 1}.file()).empty());

    const auto changed = [&](const std::function<void(word_table&)>& change) {
        auto table = good;
        change(table);
        return table.file();
    };
    const auto with_end = [&](std::size_t word, std::uint32_t end) {
        return changed([&](word_table& t) { t.body.replace(4 * word, 4, word_table::bytes_of(end)); });
    };
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();

    std::string damaged = file;
    damaged.back() ^= 1;
    std::string other_digest = file;
    other_digest[40] ^= 1;
    const std::vector<std::pair<std::string, std::string>> samples{
        {"", "is no table of word vectors"},
        {"verbatim words 1", "is no table of word vectors"},
        {std::string(200, '\0'), "is no table of word vectors"},
        {changed([](auto& t) { t.format = "verbatim words 2"; }), "is no table of word vectors"},
        {file.substr(0, 64), "is an incomplete table"},
        {file.substr(0, file.size() - 1), "is an incomplete table"},
        {file + ' ', "is an incomplete table"},
        {damaged, "is a damaged table"},
        {other_digest, "is a damaged table"},
        {changed([](auto& t) { t.words = 0; }), "impossible sizes"},
        {changed([](auto& t) { t.dimensions = 0; }), "impossible sizes"},
        {changed([](auto& t) { t.dimensions = 257; }), "impossible sizes"},
        {changed([](auto& t) { t.text_bytes = std::numeric_limits<std::uint64_t>::max(); }), "impossible sizes"},
        {changed([](auto& t) { t.words = most; }), "is an incomplete table"},
        {changed([](auto& t) { t.words = most, t.dimensions = 256; }), "is an incomplete table"},
        {with_end(0, 0), "impossible word"},
        {with_end(0, most), "impossible word"},
        {with_end(5, most), "impossible word"},
        {with_end(1, 3), "impossible word"},
        {word_table{{{"water", {1}}, {"clinic", {1}}}}.file(), "impossible word"},
        {word_table{{{"water", {1}}, {"water", {1}}}}.file(), "impossible word"},
        {word_table{{{std::string(256, 'w'), {1}}}}.file(), "impossible word"},
        {word_table{{{"water", {1}}}, std::numeric_limits<float>::infinity()}.file(), "impossible word"},
        {word_table{{{"water", {1}}}, 1e38f}.file(), "impossible word"},
        {word_table{{{"water", {1}}}, -1e38f}.file(), "impossible word"},
        {word_table{{{"water", {1}}}, 1.001f}.file(), "impossible word"},
        {word_table{{{"water", {1}}}, std::numeric_limits<float>::quiet_NaN()}.file(), "impossible word"}};
    for (const auto& [bytes, problem] : samples)
    {
        const auto text = problem_of(bytes);
        BOOST_TEST(text.starts_with("EMBEDDING_WORD_VECTORS: the file "), text);
        BOOST_TEST(text.find(problem) != std::string::npos, text);
    }
    for (std::size_t bytes = 0; bytes != file.size(); ++bytes) BOOST_TEST(!problem_of(file.substr(0, bytes)).empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_stops_the_start)
{
    const support::temporary_directory folder;
    BOOST_CHECK_THROW(word_vectors{(folder.path() / "none").native()}, core::settings::setting_error);
    BOOST_CHECK_THROW(word_vectors{folder.path().native()}, core::settings::setting_error);
    const auto pipe = (folder.path() / "pipe").native();
    BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    BOOST_CHECK_THROW(word_vectors{pipe}, core::settings::setting_error);
}

BOOST_AUTO_TEST_SUITE_END()
