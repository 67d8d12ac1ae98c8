#include "cli/server/local_folder.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using verbatim::cli::server::local_folder;
namespace fs = std::filesystem;

namespace {

/// Its folder is the temporary folder of the process.
struct temporary_folder
{
    verbatim::support::temporary_directory folder;
    std::optional<std::string>             temporary;

    temporary_folder()
    {
        if (const char* value = std::getenv("TMPDIR")) temporary = value;
        ::setenv("TMPDIR", folder.path().c_str(), 1);
    }
    ~temporary_folder()
    {
        if (temporary) ::setenv("TMPDIR", temporary->c_str(), 1);
        else ::unsetenv("TMPDIR");
    }

    fs::path add_folder(const std::string& name, fs::perms mode = fs::perms::owner_all) const
    {
        const auto path = folder.path() / name;
        fs::create_directory(path);
        fs::permissions(path, mode);
        return path;
    }

    /// As a process that was killed leaves it.
    fs::path add_abandoned(const std::string& name, fs::perms mode = fs::perms::owner_all) const
    {
        const auto path = add_folder(name, mode);
        write(path / "verbatim.db");
        write(path / "verbatim-local.lock"); // from here on any start removes it
        return path;
    }

    static void write(const fs::path& file) { std::ofstream{file} << "text"; }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(local_folders, temporary_folder)

BOOST_AUTO_TEST_CASE(a_folder_exists_as_long_as_its_object)
{
    fs::path path;
    {
        const local_folder local;
        path = local.path();
        fs::create_directories(path / "outbox" / "a");
        write(path / "outbox" / "a" / "b");
        BOOST_TEST((fs::status(path).permissions() == fs::perms::owner_all));
    }
    BOOST_TEST(!fs::exists(path));
    BOOST_TEST(fs::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(a_folder_of_a_killed_process_is_removed_with_its_contents_but_not_what_they_link_to)
{
    const auto own       = add_folder("own");
    const auto abandoned = add_abandoned("verbatim-local-a");
    write(own / "file");
    fs::create_directory(abandoned / "outbox");
    fs::create_directory_symlink(own, abandoned / "outbox" / "link");
    fs::create_symlink(own / "file", abandoned / "link");

    const local_folder local;

    BOOST_TEST(!fs::exists(abandoned));
    BOOST_TEST(fs::exists(own / "file"));
}

BOOST_AUTO_TEST_CASE(other_folders_stay)
{
    const auto outside = add_abandoned("outside");
    fs::create_directory_symlink(outside, folder.path() / "verbatim-local-link");

    const auto unmarked = add_folder("verbatim-local-notes");
    write(unmarked / "file");
    const auto linked_lock = add_folder("verbatim-local-linked");
    fs::create_symlink(outside / "verbatim-local.lock", linked_lock / "verbatim-local.lock");
    const auto second_name = add_folder("verbatim-local-second");
    fs::create_hard_link(outside / "verbatim-local.lock", second_name / "verbatim-local.lock");
    const auto folder_as_lock = add_folder("verbatim-local-folder");
    fs::create_directory(folder_as_lock / "verbatim-local.lock");
    const auto pipe_as_lock = add_folder("verbatim-local-pipe");
    BOOST_REQUIRE(::mkfifo((pipe_as_lock / "verbatim-local.lock").c_str(), 0600) == 0);
    const auto shared = add_abandoned("verbatim-local-shared", fs::perms::owner_all | fs::perms::group_write);
    const auto other  = add_abandoned("verbatim-other");
    write(folder.path() / "verbatim-local-file");
    const auto count = [&] { return std::distance(fs::directory_iterator{folder.path()}, {}); };

    const auto before = count();
    {
        const local_folder local;
        BOOST_TEST(count() == before + 1);
    }
    BOOST_TEST(count() == before);
    BOOST_TEST(fs::exists(shared / "verbatim.db"));
    BOOST_TEST(fs::exists(other / "verbatim.db"));
    BOOST_TEST(fs::exists(outside / "verbatim.db"));
}

BOOST_AUTO_TEST_CASE(a_folder_stays_while_a_program_keeps_its_lock)
{
    int released[2];
    BOOST_REQUIRE(::pipe(released) == 0);
    const auto owner = ::fork();
    if (owner == 0)
    {
        const local_folder local;
        local.pass_lock_on();
        ::dup2(released[0], STDIN_FILENO);
        ::close(released[0]);
        ::close(released[1]);
        ::execlp("cat", "cat", nullptr);
        ::_exit(1);
    }
    ::close(released[0]);
    const auto folders = [&] {
        std::vector<fs::path> paths;
        for (const auto& entry : fs::directory_iterator{folder.path()})
            if (fs::exists(entry.path() / "verbatim-local.lock")) paths.push_back(entry.path());
        return paths;
    };
    while (folders().empty()) std::this_thread::yield();
    const auto path = folders().front();
    {
        const local_folder local;
    }
    BOOST_TEST(fs::exists(path));

    ::close(released[1]);
    int status = -1;
    ::waitpid(owner, &status, 0);
    BOOST_TEST(status == 0);
    {
        const local_folder local;
    }
    BOOST_TEST(!fs::exists(path));
}

BOOST_AUTO_TEST_CASE(starts_at_the_same_time_never_remove_each_others_folders)
{
    std::vector<int> lost(4);
    {
        std::vector<std::jthread> starts;
        for (std::size_t thread = 0; thread != lost.size(); ++thread)
            starts.emplace_back([&count = lost[thread], thread, this] {
                for (int n = 0; n != 100; ++n)
                {
                    const local_folder local;
                    add_abandoned("verbatim-local-" + std::to_string(thread) + '-' + std::to_string(n));
                    write(local.path() / "file");
                    const local_folder other;
                    count += !fs::exists(local.path() / "file") || !fs::exists(local.path() / "verbatim-local.lock");
                }
            });
    }
    for (const auto count : lost) BOOST_TEST(count == 0);
    {
        const local_folder local;
    }
    BOOST_TEST(fs::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(folders_of_processes_that_were_killed_before_their_lock_are_removed_after_a_minute)
{
    const auto age = [](const fs::path& path, std::chrono::seconds time) {
        fs::last_write_time(path, fs::file_time_type::clock::now() - time);
    };
    const auto empty = add_folder("verbatim-local-empty"), unnamed = add_folder("verbatim-local-unnamed"),
               recent = add_folder("verbatim-local-recent"), full = add_folder("verbatim-local-full"),
               other = add_folder("verbatim-other");
    write(unnamed / "verbatim-local.lock.new");
    write(full / "verbatim.db");
    for (const auto& path : {empty, unnamed, full, other}) age(path, std::chrono::seconds{61});
    age(recent, std::chrono::seconds{30});

    const local_folder local;

    BOOST_TEST(!fs::exists(empty));
    BOOST_TEST(!fs::exists(unnamed));
    BOOST_TEST(fs::exists(recent));
    BOOST_TEST(fs::exists(full / "verbatim.db"));
    BOOST_TEST(fs::exists(other));
    BOOST_TEST(fs::exists(local.path()));
}

BOOST_AUTO_TEST_SUITE_END()
