#include "schema/issues.hpp"

namespace verbatim::sdk::schema {

namespace {

std::string some(std::int64_t count, std::string_view unit)
{
    std::string said = std::to_string(count);
    said.append(" ").append(unit);
    if (count != 1) said += 's';
    return said;
}

std::string list_length(std::string_view which, std::int64_t items, std::size_t counted)
{
    std::string said{"List should have at "};
    return said.append(which) + some(items, "item") + " after validation, not " + std::to_string(counted);
}

} // namespace

std::string below(std::string_view bound)
{
    return std::string{"Input should be greater than or equal to "}.append(bound);
}
std::string above(std::string_view bound)
{
    return std::string{"Input should be less than or equal to "}.append(bound);
}

std::string too_short(std::int64_t characters)
{
    return "String should have at least " + some(characters, "character");
}
std::string too_long(std::int64_t characters) { return "String should have at most " + some(characters, "character"); }

std::string too_few(std::int64_t items, std::size_t counted) { return list_length("least ", items, counted); }
std::string too_many(std::int64_t items, std::size_t counted) { return list_length("most ", items, counted); }

std::string none_of(std::string_view listed) { return std::string{"Input should be "}.append(listed); }

} // namespace verbatim::sdk::schema
