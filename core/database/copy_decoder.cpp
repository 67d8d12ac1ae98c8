#include "database/copy_decoder.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <memory>

namespace verbatim::core::database {
namespace {

constexpr std::string_view signature{"PGCOPY\n\377\r\n\0", 11};

/// Big-endian and signed.
std::int64_t read_integer(std::string_view bytes)
{
    if (bytes.empty() || bytes.size() > sizeof(std::int64_t)) throw failure{error_kind::corrupt};
    std::uint64_t number = static_cast<signed char>(bytes.front()) < 0 ? ~std::uint64_t{0} : 0;
    for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
    return static_cast<std::int64_t>(number);
}

std::string_view take_bytes(std::string_view& input, std::int64_t size)
{
    if (size < 0 || static_cast<std::size_t>(size) > input.size()) throw failure{error_kind::corrupt};
    const auto bytes = input.substr(0, static_cast<std::size_t>(size));
    input.remove_prefix(bytes.size());
    return bytes;
}

class copied_row final : public streamed_row
{
public:
    explicit copied_row(const std::vector<std::string_view>& columns) noexcept
        : columns_{columns}
    {}

    std::int64_t     integer(std::size_t column) const override { return read_integer(columns_[column]); }
    std::string_view bytes(std::size_t column) const override { return columns_[column]; }

private:
    const std::vector<std::string_view>& columns_;
};

std::string quote(PGconn* connection, std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) throw failure{error_kind::constraint};
    const std::unique_ptr<char, void (*)(void*)> literal{::PQescapeLiteral(connection, text.data(), text.size()),
                                                         &::PQfreemem};
    if (!literal) throw failure{error_kind::constraint};
    return literal.get();
}

bool is_word(char c) noexcept { return sdk::ascii::is_alphanumeric(c) || c == '_'; }

/// The name after the leading `:`.
std::string_view name_at(std::string_view text)
{
    std::size_t end = 1;
    while (end < text.size() && is_word(text[end])) ++end;
    return text.substr(1, end - 1);
}

} // namespace

std::string inline_parameters(PGconn* connection, const std::string& query, std::span<const parameter> values)
{
    std::string      result;
    std::string_view rest{query};
    while (!rest.empty())
    {
        const auto name  = rest.front() == ':' ? name_at(rest) : std::string_view{};
        const auto value = std::ranges::find(values, name, &parameter::name);
        if (name.empty() || value == values.end())
        {
            result += rest.front();
            rest.remove_prefix(1);
            continue;
        }
        if (const auto* number = std::get_if<std::int64_t>(&value->value)) result += std::to_string(*number);
        else result += quote(connection, std::get<std::string_view>(value->value));
        rest.remove_prefix(1 + name.size());
    }
    return result;
}

void copy_decoder::decode(std::string_view message, const std::function<void(const streamed_row&)>& on_row)
{
    if (!header_read_)
    {
        if (take_bytes(message, signature.size()) != signature) throw failure{error_kind::corrupt};
        take_bytes(message, 4); // flags
        take_bytes(message, read_integer(take_bytes(message, 4)));
        header_read_ = true;
    }
    while (!message.empty())
    {
        const auto count = read_integer(take_bytes(message, 2));
        if (count < 0) return; // the end
        columns_.clear();
        for (auto remaining = count; remaining > 0; --remaining)
            columns_.push_back(take_bytes(message, read_integer(take_bytes(message, 4))));
        on_row(copied_row{columns_});
    }
}

} // namespace verbatim::core::database
