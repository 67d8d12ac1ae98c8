#include "schema/issues.hpp"

namespace verbatim::sdk::schema {

namespace {

std::string pluralized(std::int64_t count, std::string_view unit)
{
    std::string text = std::to_string(count);
    text.append(" ").append(unit);
    if (count != 1) text += 's';
    return text;
}

std::string list_length(std::string_view bound, std::int64_t items, std::size_t count)
{
    std::string text{"List should have at "};
    return text.append(bound) + pluralized(items, "item") + " after validation, not " + std::to_string(count);
}

} // namespace

std::string below_minimum(std::string_view bound)
{
    return std::string{"Input should be greater than or equal to "}.append(bound);
}
std::string above_maximum(std::string_view bound)
{
    return std::string{"Input should be less than or equal to "}.append(bound);
}

std::string too_short(std::int64_t characters)
{
    return "String should have at least " + pluralized(characters, "character");
}
std::string too_long(std::int64_t characters)
{
    return "String should have at most " + pluralized(characters, "character");
}

std::string too_few(std::int64_t items, std::size_t count) { return list_length("least ", items, count); }
std::string too_many(std::int64_t items, std::size_t count) { return list_length("most ", items, count); }

std::string not_one_of(std::string_view values) { return std::string{"Input should be "}.append(values); }

} // namespace verbatim::sdk::schema
