#include "privacy/anonymizer.hpp"

#include "privacy/recognizer.hpp"

#include <utility>

namespace verbatim::core::privacy {

namespace {

constexpr std::size_t largest_at_once = 65'536; // bytes: about three milliseconds

class built_in final : public sdk::anonymizer
{
public:
    built_in(term_list terms, on_pool hop)
        : engine_(std::move(terms))
        , hop_(std::move(hop))
    {}

    sdk::task<std::vector<std::vector<sdk::finding>>> find(std::span<const std::string_view> texts) override
    {
        std::size_t total = 0;
        for (const auto text : texts) total += text.size();

        std::vector<std::vector<sdk::finding>> found;
        const std::function<void()>            search = [&] { found = engine_.find_all(texts); };
        if (hop_ && total > largest_at_once) co_await hop_(search);
        else search();
        co_return found;
    }

private:
    recognizer engine_;
    on_pool    hop_;
};

} // namespace

std::unique_ptr<sdk::anonymizer> make_anonymizer(const settings& chosen, on_pool hop)
{
    return std::make_unique<built_in>(read_terms(chosen.terms_path), std::move(hop));
}

} // namespace verbatim::core::privacy
