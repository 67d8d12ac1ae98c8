#include "jobs/master_keys.hpp"

#include "encoding/encoding.hpp"
#include "settings/setting_file.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/text.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <new>
#include <ranges>
#include <utility>

namespace verbatim::core::jobs {

namespace {

constexpr auto*       setting        = "JOBS_KEY_FILE";
constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

[[noreturn]] void refuse(std::string problem, std::string fix)
{
    throw core::settings::setting_error{{setting, std::move(problem), std::move(fix)}};
}

std::string id_of(const key_bytes& key)
{
    constexpr std::string_view purpose   = "verbatim job key id";
    constexpr std::size_t      id_digits = 16;

    wiped_text input;
    input.text.reserve(purpose.size() + key.bytes.size());
    input.text.append(purpose).append(key.view());
    std::array<unsigned char, 32> hash{};
    if (EVP_Digest(input.text.data(), input.text.size(), hash.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw std::bad_alloc{};
    return encoding::to_hexadecimal(hash).substr(0, id_digits);
}

} // namespace

master_keys::master_keys(const std::filesystem::path& file)
{
    const wiped_text content{core::settings::read_setting_file(setting, file, max_file_bytes)};
    std::size_t      number = 0;
    for (const auto& line : std::views::split(std::string_view{content.text}, '\n'))
        add_line({line.begin(), line.end()}, ++number);
    if (keys_.empty()) refuse("the file has no key", "write the output of openssl rand -hex 32 into it");
}

void master_keys::add_line(std::string_view text, std::size_t number)
{
    const wiped_text digits{sdk::ascii::lowercase(sdk::ascii::trimmed(text))};
    if (digits.text.empty()) return;

    master_key master;
    if (!encoding::read_hexadecimal(digits.text, master.key.bytes))
        refuse("line " + std::to_string(number) + " of the file is not a key", "write 64 hexadecimal digits");
    master.id = id_of(master.key);
    if (find(master.id)) refuse("line " + std::to_string(number) + " of the file repeats a key", "remove it");
    keys_.push_back(std::move(master));
}

std::vector<std::string> master_keys::ids() const
{
    std::vector<std::string> ids;
    for (const auto& key : keys_) ids.push_back(key.id);
    return ids;
}

const master_key* master_keys::find(std::string_view id) const noexcept
{
    const auto position = std::ranges::find(keys_, id, &master_key::id);
    return position == keys_.end() ? nullptr : &*position;
}

} // namespace verbatim::core::jobs
