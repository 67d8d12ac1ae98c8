// What an author says, noted as it is said.
#include "schema/draft.hpp"

#include <utility>

namespace verbatim::sdk {

words::words(std::initializer_list<word> all)
    : all_{all}
{
    if (all_.empty()) throw std::logic_error{"an enumeration is declared without a word"};
    for (std::size_t i = 0; i < all_.size(); ++i)
    {
        const auto& one = all_[i];
        if (named(one.name) != &one || meaning(one.value) != &one)
            throw std::logic_error{"the word '" + std::string{one.name} +
                                   "', or its value, is declared twice in its enumeration"};
        if (i > 0) listed_ += i + 1 == all_.size() ? " or " : ", ";
        listed_.append("'").append(one.name).append("'");
    }
}

const word* words::named(std::string_view name) const noexcept
{
    for (const auto& one : all_)
        if (one.name == name) return &one;
    return nullptr;
}

const word* words::meaning(std::int64_t value) const noexcept
{
    for (const auto& one : all_)
        if (one.value == value) return &one;
    return nullptr;
}

void field_words::says_example(std::string_view text) { of_.into_.at(index_).example = text; }
void field_words::says_null_is_absent() { of_.into_.at(index_).null_is_absent = true; }
void field_words::says_null_is_wrong() { of_.into_.at(index_).null_is_wrong = true; }
void field_words::says_without_null_byte() { of_.into_.at(index_).within.without_null_byte = true; }
void field_words::says_least(double number) { of_.into_.at(index_).within.least_number = number; }
void field_words::says_most(double number) { of_.into_.at(index_).within.most_number = number; }
void field_words::says_least_count(std::int64_t count) { of_.into_.at(index_).within.least = count; }
void field_words::says_most_count(std::int64_t count) { of_.into_.at(index_).within.most = count; }
void field_words::says_screened(screening as) { of_.into_.at(index_).screened = as; }

declaration& declaration::is(std::string_view name, std::string_view sentence)
{
    auto& making = into_.making();
    if (!making.name.empty()) into_.mistake("a type has one name; `is` was said twice");
    making.name     = name;
    making.sentence = sentence;
    return *this;
}

declaration& declaration::closed()
{
    into_.making().closed = true;
    return *this;
}

declaration& declaration::example(std::string_view json)
{
    into_.making().examples.emplace_back(json);
    return *this;
}

std::size_t declaration::add_field(std::string_view name, const void* member, const schema::shape& is,
                                   std::string_view sentence, schema::presence when)
{
    schema::field one;
    one.name     = name;
    one.sentence = sentence;
    one.is       = &is;
    one.when     = when;
    return into_.add(std::move(one), member);
}

void declaration::add_rule(const schema::shape& over, void (*rule)(), schema::rule_call* call)
{
    into_.add_rule(over, {rule, call});
}

void declaration::skip(const void* member, std::size_t size, std::size_t alignment)
{
    into_.skip(member, size, alignment);
}

} // namespace verbatim::sdk
