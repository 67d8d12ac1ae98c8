#include "verbatim/testing/scripted_llm.hpp"

#include <stdexcept>
#include <utility>

namespace verbatim::testing {

scripted_llm& scripted_llm::says(std::string text)
{
    script_.emplace_back(std::move(text));
    return *this;
}

scripted_llm& scripted_llm::says(std::string_view form, std::string text)
{
    by_form_.insert_or_assign(std::string{form}, std::move(text));
    return *this;
}

scripted_llm& scripted_llm::fails(sdk::errc how)
{
    script_.emplace_back(sdk::error{how});
    return *this;
}

scripted_llm& scripted_llm::fails_call(std::size_t n, sdk::errc how)
{
    failures_.insert_or_assign(n, how);
    return *this;
}

scripted_llm& scripted_llm::limited_to(sdk::token_limits limits)
{
    limits_ = limits;
    return *this;
}

scripted_llm::line scripted_llm::next(const sdk::conversation& what, std::size_t n)
{
    if (const auto failure = failures_.find(n); failure != failures_.end()) return sdk::error{failure->second};
    if (what.form)
        if (const auto known = by_form_.find(what.form->name); known != by_form_.end()) return known->second;
    if (script_.empty()) throw std::logic_error{"call " + std::to_string(n) + " has no answer in the script"};
    auto said = std::move(script_.front());
    script_.pop_front();
    return said;
}

sdk::task<sdk::result<sdk::completion>> scripted_llm::try_complete(const sdk::conversation& what)
{
    const auto n = heard_.size();
    heard_.push_back({what.system.text(), what.user.text(), what.form ? std::string{what.form->name} : std::string{}});

    auto said = next(what, n);
    if (!said) co_return std::move(said).error();
    if (what.fits && !what.fits(*said)) co_return sdk::error{sdk::errc::llm_error};
    co_return sdk::completion{
        .text = std::move(*said), .model = "scripted", .prompt_tokens = 1, .completion_tokens = 1};
}

} // namespace verbatim::testing
