#include "verbatim/testing/scripted_llm.hpp"

#include "improvised.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

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
    by_number_.insert_or_assign(n, sdk::error{how});
    return *this;
}

scripted_llm& scripted_llm::says_to_call(std::size_t n, std::string text)
{
    by_number_.insert_or_assign(n, std::move(text));
    return *this;
}

scripted_llm& scripted_llm::cancels_call(std::size_t n)
{
    cancelled_from_ = n;
    return *this;
}

scripted_llm& scripted_llm::improvises()
{
    improvises_ = true;
    return *this;
}

scripted_llm& scripted_llm::limited_to(sdk::token_limits limits)
{
    limits_ = limits;
    return *this;
}

std::optional<scripted_llm::line> scripted_llm::known(const sdk::conversation& what, std::size_t n)
{
    if (const auto own = by_number_.find(n); own != by_number_.end()) return own->second;
    if (what.form)
        if (const auto same = by_form_.find(what.form->name); same != by_form_.end()) return same->second;
    if (script_.empty()) return std::nullopt;
    auto said = std::move(script_.front());
    script_.pop_front();
    return said;
}

scripted_llm::line scripted_llm::next(const sdk::conversation& what, std::size_t n)
{
    if (auto said = known(what, n)) return std::move(*said);
    if (!improvises_) throw std::logic_error{"call " + std::to_string(n) + " has no answer in the script"};
    return what.form ? improvised_reply(what.form->schema) : improvised_text();
}

sdk::task<sdk::result<sdk::completion>> scripted_llm::try_complete(const sdk::conversation& what)
{
    const auto n = heard_.size();
    heard_.push_back({what.system.text(), what.user.text(), what.form ? std::string{what.form->name} : std::string{},
                      what.form ? std::string{what.form->schema} : std::string{}});
    if (cancelled_from_ && n >= *cancelled_from_)
        throw boost::system::system_error{boost::asio::error::operation_aborted};

    auto said = next(what, n);
    if (!said) co_return std::move(said).error();
    if (!what.form && said->find_first_not_of(" \t\r\n") == said->npos) co_return sdk::error{sdk::errc::llm_error};
    if (what.fits && !what.fits(*said)) co_return sdk::error{sdk::errc::llm_error};
    co_return sdk::completion{
        .text = std::move(*said), .model = "scripted", .prompt_tokens = 1, .completion_tokens = 1};
}

} // namespace verbatim::testing
