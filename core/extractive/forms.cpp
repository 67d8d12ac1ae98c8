#include "extractive/forms.hpp"

#include "extractive/corpus.hpp"
#include "extractive/similarity.hpp"
#include "extractive/themes.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>

namespace verbatim::core::extractive {

namespace json = boost::json;

namespace {

constexpr std::size_t deepest = 8; ///< a type that holds itself goes no further down

class filler
{
public:
    filler(const json::object& schema, std::string_view message)
        : whole_{schema}
        , records_{read_corpus(message, with_)}
        , sentences_{central_sentences(records_, 3, 220)}
    {
        for (const auto& one : records_.notes) matchers_.emplace_back(one.body, with_);
    }

    json::value value(const json::object& of, std::size_t depth)
    {
        if (depth == deepest) return nullptr;
        if (const auto* other = text_of(of, "$ref")) return value(definition(*other), depth + 1);
        if (of.contains("anyOf")) return nullptr; // what may be null is not known
        if (const auto* words = list_of(of, "enum")) return words->empty() ? json::value{} : best(*words);
        const auto* type = text_of(of, "type");
        if (!type) return nullptr;
        if (*type == "string") return json::string{sentences_.empty() ? std::string{} : sentences_.front()};
        if (*type == "number") return 0.0;
        if (*type == "integer") return 0;
        if (*type == "boolean") return false;
        if (*type == "array") return list(object_of(of, "items"));
        if (*type == "object") return object(of, depth);
        return nullptr;
    }

private:
    static const json::string* text_of(const json::object& in, std::string_view name)
    {
        const auto* found = in.if_contains(name);
        return found ? found->if_string() : nullptr;
    }
    static const json::array* list_of(const json::object& in, std::string_view name)
    {
        const auto* found = in.if_contains(name);
        return found ? found->if_array() : nullptr;
    }
    static const json::object& object_of(const json::object& in, std::string_view name)
    {
        static const json::object none;
        const auto*               found  = in.if_contains(name);
        const auto*               object = found ? found->if_object() : nullptr;
        return object ? *object : none;
    }

    const json::object& definition(std::string_view reference) const
    {
        return object_of(object_of(whole_, "$defs"), reference.substr(reference.rfind('/') + 1));
    }

    json::object object(const json::object& of, std::size_t depth)
    {
        json::object all;
        for (const auto& [name, member] : object_of(of, "properties"))
            if (const auto* schema = member.if_object()) all[name] = value(*schema, depth + 1);
        return all;
    }

    json::array list(const json::object& of_items)
    {
        json::array all;
        if (const auto* words = list_of(of_items, "enum"))
        {
            for (const auto& one : *words)
                if (likeness(one) > 0) all.push_back(one);
        }
        else if (const auto* type = text_of(of_items, "type"); type && *type == "string")
            for (const auto& one : sentences_) all.emplace_back(one);
        return all;
    }

    /// How much the records share of what a word is called: SAFE_WATER is called safe water.
    double likeness(const json::value& word)
    {
        const auto* name = word.if_string();
        if (!name) return 0;
        std::string spaced{*name};
        std::ranges::replace(spaced, '_', ' ');
        const auto called = with_.read(spaced);
        double     shared = 0;
        for (const auto& part : called.words)
        {
            double most = 0;
            for (const auto& one : matchers_) most = std::max(most, one.likeness(part.stem));
            shared += most;
        }
        return called.words.empty() ? 0 : shared / static_cast<double>(called.words.size());
    }

    json::value best(const json::array& words)
    {
        const auto* found = &words.front();
        double      most  = likeness(*found);
        for (const auto& one : words)
            if (const auto alike = likeness(one); alike > most) found = &one, most = alike;
        return *found;
    }

    const json::object&       whole_;
    reader                    with_;
    corpus                    records_;
    std::vector<std::string>  sentences_;
    std::vector<word_matcher> matchers_;
};

} // namespace

std::string fill_form(std::string_view schema, std::string_view message)
{
    boost::system::error_code failure;
    const auto                whole  = json::parse(schema, failure);
    const auto*               object = failure ? nullptr : whole.if_object();
    if (!object) return "{}";
    const auto filled = filler{*object, message}.value(*object, 0);
    return filled.is_object() ? json::serialize(filled) : "{}";
}

} // namespace verbatim::core::extractive
