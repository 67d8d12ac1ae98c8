#include "database/copied_rows.hpp"

#include <algorithm>
#include <cctype>
#include <memory>

namespace verbatim::core::database {
namespace {

constexpr std::string_view signature{"PGCOPY\n\377\r\n\0", 11};

/// Big-endian, with its sign.
std::int64_t number_in(std::string_view bytes)
{
    if (bytes.empty() || bytes.size() > sizeof(std::int64_t)) throw failure{trouble::corrupt};
    std::uint64_t number = static_cast<signed char>(bytes.front()) < 0 ? ~std::uint64_t{0} : 0;
    for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
    return static_cast<std::int64_t>(number);
}

std::string_view taken(std::string_view& from, std::int64_t size)
{
    if (size < 0 || static_cast<std::size_t>(size) > from.size()) throw failure{trouble::corrupt};
    const auto first = from.substr(0, static_cast<std::size_t>(size));
    from.remove_prefix(first.size());
    return first;
}

class copied_row final : public passing_row
{
public:
    explicit copied_row(const std::vector<std::string_view>& columns) noexcept
        : columns_{columns}
    {}

    std::int64_t     integer(std::size_t column) const override { return number_in(columns_[column]); }
    std::string_view bytes(std::size_t column) const override { return columns_[column]; }

private:
    const std::vector<std::string_view>& columns_;
};

std::string quoted(PGconn* on, std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) throw failure{trouble::constraint};
    const std::unique_ptr<char, void (*)(void*)> literal{::PQescapeLiteral(on, text.data(), text.size()), &::PQfreemem};
    if (!literal) throw failure{trouble::constraint};
    return literal.get();
}

bool is_word(char c) noexcept { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The text after `:` at the beginning, as far as a name goes.
std::string_view name_at(std::string_view text)
{
    std::size_t end = 1;
    while (end < text.size() && is_word(text[end])) ++end;
    return text.substr(1, end - 1);
}

} // namespace

std::string spelled_out(PGconn* on, const std::string& query, std::span<const parameter> values)
{
    std::string      text;
    std::string_view rest{query};
    while (!rest.empty())
    {
        const auto name  = rest.front() == ':' ? name_at(rest) : std::string_view{};
        const auto value = std::ranges::find(values, name, &parameter::name);
        if (name.empty() || value == values.end())
        {
            text += rest.front();
            rest.remove_prefix(1);
            continue;
        }
        if (const auto* number = std::get_if<std::int64_t>(&value->value)) text += std::to_string(*number);
        else text += quoted(on, std::get<std::string_view>(value->value));
        rest.remove_prefix(1 + name.size());
    }
    return text;
}

void copied_rows::read(std::string_view message, const std::function<void(const passing_row&)>& seen)
{
    if (!begun_)
    {
        if (taken(message, signature.size()) != signature) throw failure{trouble::corrupt};
        taken(message, 4); // flags
        taken(message, number_in(taken(message, 4)));
        begun_ = true;
    }
    while (!message.empty())
    {
        const auto count = number_in(taken(message, 2));
        if (count < 0) return; // the end
        columns_.clear();
        for (auto left = count; left > 0; --left) columns_.push_back(taken(message, number_in(taken(message, 4))));
        seen(copied_row{columns_});
    }
}

} // namespace verbatim::core::database
