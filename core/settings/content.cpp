#include "settings/content.hpp"

#include "settings/wrong.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace verbatim::core::settings {

namespace {

class descriptor
{
public:
    explicit descriptor(int number) noexcept
        : number_{number}
    {}
    ~descriptor()
    {
        if (number_ >= 0) ::close(number_);
    }
    descriptor(const descriptor&)            = delete;
    descriptor& operator=(const descriptor&) = delete;

    int number() const noexcept { return number_; }

private:
    int number_;
};

} // namespace

std::string content_of(std::string_view subject, const std::filesystem::path& file, std::size_t most)
{
    const auto refuse     = [&](const std::string& why) { throw wrong{std::string{subject} + ' ' + why}; };
    const auto unreadable = [&] { refuse("cannot be read (" + std::generic_category().message(errno) + ")"); };

    // A pipe that nobody writes to would hold up whoever opens it.
    const descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    struct stat      about
    {};
    if (opened.number() < 0 || ::fstat(opened.number(), &about) != 0) unreadable();
    if (S_ISDIR(about.st_mode)) refuse("is a folder, not a file");
    if (!S_ISREG(about.st_mode)) refuse("is no regular file");

    // Its size is a hint: the files of /proc have none, and others grow. The room is made once, so that no piece of a
    // secret is left behind in memory.
    std::string text(std::min(most, static_cast<std::size_t>(about.st_size)) + 4096, '\0');
    std::size_t length = 0;
    while (length <= most)
    {
        if (length == text.size()) text.resize(std::min(2 * length, most + 4096));
        const auto read = ::read(opened.number(), text.data() + length, text.size() - length);
        if (read < 0 && errno == EINTR) continue;
        if (read < 0) unreadable();
        if (read == 0) return text.resize(length), text;
        length += static_cast<std::size_t>(read);
    }
    refuse("is larger than " + std::to_string(most >> 20) + " MiB");
    return {};
}

std::string content_named_by(std::string_view setting, const std::filesystem::path& file, std::size_t most)
{
    return content_of(std::string{setting} + ": what it names", file, most);
}

} // namespace verbatim::core::settings
