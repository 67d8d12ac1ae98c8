// Each case is a mistake that must not compile; without a case the file compiles.
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/prompt_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sdk = verbatim::sdk;

namespace {

struct empty
{};
[[maybe_unused]] void declare(sdk::schema_builder& schema, empty&) { schema.name("Empty", "No members."); }

enum class color
{
    red,
};

constexpr sdk::literal constant = "a constant";

#if defined(MEMBER_FLOAT)
using member = float;
#elif defined(MEMBER_MAP)
using member = std::map<std::string, int>;
#elif defined(MEMBER_UNDECLARED_STRUCT)
struct member
{};
#elif defined(MEMBER_UNDECLARED_ENUM)
using member = color;
#elif defined(MEMBER_OF_CONST)
using member = const int;
#elif defined(LIST_OF_FLOAT)
using member = std::vector<float>;
#elif defined(LIST_OF_BOOL)
using member = std::vector<bool>;
#elif defined(OPTIONAL_OF_OPTIONAL)
using member = std::optional<std::optional<int>>;
#else
using member = std::optional<std::vector<std::string>>;
#endif

struct holder
{
    member value{};
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, holder& holder)
{
    schema.name("Holder", "One member.");
    schema.field("value", holder.value, "Its type is the case.");
}

[[maybe_unused]] sdk::prompt_text accepted(std::string_view caller)
{
    sdk::prompt_text text{"literal"};
    text += constant;
    text += sdk::prompt_text{42};
    return text + sdk::prompt_text::unredacted(caller);
}

[[maybe_unused]] void refused([[maybe_unused]] std::string string, [[maybe_unused]] std::string_view view)
{
#if defined(PROMPT_FROM_STRING)
    sdk::prompt_text text{string};
#elif defined(PROMPT_FROM_VIEW)
    sdk::prompt_text text{view};
#elif defined(PROMPT_FROM_POINTER)
    sdk::prompt_text text{string.c_str()};
#elif defined(PROMPT_FROM_BUFFER)
    char             buffer[] = "text";
    sdk::prompt_text text{buffer};
#elif defined(PROMPT_FROM_STATIC_BUFFER)
    static char      buffer[] = "text";
    sdk::prompt_text text{buffer};
#elif defined(PROMPT_PLUS_STRING)
    sdk::prompt_text text;
    text += string;
#elif defined(PROMPT_MARKED_AS_REDACTED)
    auto text = sdk::prompt_text::redacted(string);
#elif defined(PROMPT_MARKED_AS_LANGUAGE_NAME)
    auto text = sdk::prompt_text::language_name(string);
#elif defined(LITERAL_FROM_VIEW)
    sdk::literal text{view};
#elif defined(LITERAL_MARKED_AS_OPERATOR_TEXT)
    auto text = sdk::literal::of_operator(view);
#elif defined(LITERAL_FROM_BUFFER)
    char         buffer[] = "text";
    sdk::literal text{buffer};
#elif defined(ENUM_VALUE_FROM_STRING)
    sdk::enum_value value{"RED", color::red, string};
#elif defined(ERROR_TEXT_FROM_STRING)
    sdk::declared_error error{.code = "too_few", .status = 409, .message = string};
#elif defined(UNTYPED_OPERATION)
    struct untyped final : sdk::operation
    {
        sdk::descriptor              definition() const override { return {}; }
        sdk::task<sdk::erased_value> execute(sdk::call&, const void*) const override { co_return sdk::erased_value{}; }
    };
    untyped operation;
#elif defined(OTHER_RESPONSE)
    struct other final : sdk::typed_operation<empty, empty>
    {
        sdk::descriptor  describe() const override { return {}; }
        sdk::task<empty> run(sdk::call&, const empty&) const override { co_return std::string{"{}"}; }
    };
    other operation;
#elif defined(UNDECLARED_RESPONSE)
    struct undeclared
    {};
    struct other final : sdk::typed_operation<empty, undeclared>
    {
        sdk::descriptor       describe() const override { return {}; }
        sdk::task<undeclared> run(sdk::call&, const empty&) const override { co_return undeclared{}; }
    };
    other operation;
#elif defined(PROGRAMMING_ERROR_FROM_STRING)
    sdk::programming_error error{string};
#endif
}

} // namespace
