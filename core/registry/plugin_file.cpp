#include "registry/plugin_file.hpp"

#include "verbatim/sdk/text.hpp"

#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace verbatim::core::registry {

namespace {

constexpr std::string_view entry_name = "verbatim_plugin_entry";

[[noreturn]] void unreadable()
{
    throw std::runtime_error{"cannot be read (" + std::generic_category().message(errno) + ")"};
}

[[noreturn]] void not_a_library(const char* reason)
{
    throw std::runtime_error{std::string{"is not a library for this machine ("} + reason +
                             "); remove it from the plugins folder or build it again"};
}

/// Bounds-checked reading of an ELF file: invalid offsets never lead outside its bytes.
class elf
{
public:
    explicit elf(std::string_view bytes)
        : bytes_{bytes}
    {
        if (bytes_.size() < SELFMAG || std::memcmp(bytes_.data(), ELFMAG, SELFMAG) != 0) not_a_library("no ELF file");
        const auto header = at<Elf64_Ehdr>(0);
        if (!header) not_a_library("cut short");
        if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
            header->e_machine != machine())
            not_a_library("made for another machine");
        if (header->e_type != ET_DYN) not_a_library("no shared library");
        header_ = *header;
    }

    /// The file offset of the object of that name, from the symbol table of the dynamic linker.
    std::optional<std::size_t> find_object(std::string_view name) const
    {
        for (unsigned i = 0; i < header_.e_shnum; ++i)
        {
            const auto table = section(i);
            if (table.sh_type != SHT_DYNSYM) continue;
            const auto names = section(table.sh_link);
            for (std::uint64_t offset = 0; offset + sizeof(Elf64_Sym) <= table.sh_size; offset += sizeof(Elf64_Sym))
            {
                const auto symbol = at<Elf64_Sym>(table.sh_offset + offset);
                if (!symbol) not_a_library("cut short");
                if (symbol->st_shndx == SHN_UNDEF || !is_text_at(names.sh_offset + symbol->st_name, name)) continue;
                return offset_of(symbol->st_value);
            }
            break; // a library has one such table
        }
        return std::nullopt;
    }

    template <class T>
    std::optional<T> at(std::uint64_t offset) const
    {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
        T value;
        std::memcpy(&value, bytes_.data() + offset, sizeof value);
        return value;
    }

    /// Compares no more than the name, so that a search takes time linear in the file.
    bool is_text_at(std::uint64_t offset, std::string_view name) const
    {
        return offset < bytes_.size() && bytes_.size() - offset > name.size() &&
               bytes_.substr(offset, name.size()) == name && bytes_[offset + name.size()] == '\0';
    }

    std::string_view text_at(std::uint64_t offset) const
    {
        if (offset >= bytes_.size()) return {};
        const auto rest = bytes_.substr(offset);
        return rest.substr(0, rest.find('\0'));
    }

private:
    static constexpr unsigned machine()
    {
#if defined(__x86_64__)
        return EM_X86_64;
#elif defined(__aarch64__)
        return EM_AARCH64;
#else
#error "name this machine's ELF number here"
#endif
    }

    Elf64_Shdr section(std::uint64_t index) const
    {
        const auto header = at<Elf64_Shdr>(header_.e_shoff + index * sizeof(Elf64_Shdr));
        if (!header) not_a_library("cut short");
        return *header;
    }

    std::optional<std::size_t> offset_of(std::uint64_t address) const
    {
        for (unsigned i = 0; i < header_.e_phnum; ++i)
        {
            const auto segment = at<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr));
            if (!segment) not_a_library("cut short");
            if (segment->p_type != PT_LOAD || address < segment->p_vaddr ||
                address - segment->p_vaddr >= segment->p_filesz)
                continue;
            return segment->p_offset + (address - segment->p_vaddr);
        }
        return std::nullopt;
    }

    std::string_view bytes_;
    Elf64_Ehdr       header_{};
};

/// The arguments of a macro as its symbol holds them: "NAME, OTHER_NAME". None without the symbol.
std::optional<std::vector<std::string>> read_list(std::string_view library, std::string_view symbol)
{
    const elf  file{library};
    const auto list = file.find_object(symbol);
    if (!list) return std::nullopt;

    std::vector<std::string> items;
    for (const auto part : std::views::split(file.text_at(*list), ','))
        if (const auto item = sdk::utf8::trimmed({part.begin(), part.end()}); !item.empty()) items.emplace_back(item);
    return items;
}

} // namespace

plugin_file::plugin_file(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) unreadable();
    struct stat status
    {};
    const bool is_file = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    const auto size    = static_cast<std::size_t>(status.st_size);
    void*      mapped  = is_file && size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : nullptr;
    ::close(descriptor);
    if (!is_file) not_a_library("no file");
    if (size == 0) not_a_library("empty");
    if (mapped == MAP_FAILED) unreadable();
    bytes_ = {static_cast<const char*>(mapped), size};
}

plugin_file::~plugin_file() { ::munmap(const_cast<char*>(bytes_.data()), bytes_.size()); }

sdk::abi_tag read_tag(std::string_view library)
{
    const elf  file{library};
    const auto entry = file.find_object(entry_name);
    if (!entry)
        throw std::runtime_error{"is not a plugin: it exports no " + std::string{entry_name} +
                                 "; write VERBATIM_PLUGIN in one of its files, or remove it from the plugins folder"};
    const auto tag = file.at<sdk::abi_tag>(*entry);
    if (!tag) not_a_library("cut short");
    return *tag;
}

std::set<std::string, std::less<>> read_settings(std::string_view library)
{
    const auto names = read_list(library, "verbatim_plugin_settings").value_or(std::vector<std::string>{});
    return {names.begin(), names.end()};
}

std::optional<std::vector<route>> read_routes(std::string_view library)
{
    const auto list = read_list(library, "verbatim_plugin_routes");
    if (!list) return std::nullopt;

    std::vector<route> routes;
    for (std::string_view item : *list) // "POST /v1/hello", in quotation marks
    {
        if (item.size() < 2 || item.front() != '"' || item.back() != '"') continue;
        item             = item.substr(1, item.size() - 2);
        const auto blank = item.find(' ');
        if (blank != item.npos)
            routes.push_back({std::string{item.substr(0, blank)}, std::string{item.substr(blank + 1)}});
    }
    return routes;
}

} // namespace verbatim::core::registry
