#include "extractive/extractive.hpp"

#include "verbatim/text_analysis/sentences.hpp"
#include "verbatim/text_analysis/similarity.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace verbatim::core::extractive {

namespace json = boost::json;

namespace {

/// The length of the tag at the start of `text`, or 0. Placeholders such as <PERSON_0> are not tags.
std::size_t tag_length(std::string_view text)
{
    if (text.size() < 3 || text[0] != '<' || ((text[1] < 'a' || text[1] > 'z') && text[1] != '/')) return 0;
    const auto end = text.substr(0, 1'000).find('>'); // no tag of a prompt is longer
    return end == text.npos ? 0 : end + 1;
}

/// The entity at the start of `text`, and its character; empty if there is none.
std::pair<std::string_view, char> entity_at(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 3> entities{{{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}}};
    for (const auto& entity : entities)
        if (text.starts_with(entity.first)) return entity;
    return {};
}

/// Replaces the tags of a prompt by line breaks, and decodes its entities. Linear time.
std::string plain_text(std::string_view prompt)
{
    std::string text;
    while (!prompt.empty())
    {
        const auto tag    = tag_length(prompt);
        const auto entity = prompt.front() == '&' ? entity_at(prompt) : std::pair<std::string_view, char>{};
        if (tag != 0) text += '\n';
        else if (!entity.first.empty()) text += entity.second;
        else text += prompt.front();
        prompt.remove_prefix(tag != 0 ? tag : entity.first.empty() ? 1 : entity.first.size());
    }
    return text;
}

std::string central_lines(std::string_view text)
{
    text_analysis::tokenizer tokenizer;
    const auto               corpus = text_analysis::make_corpus({{.content = tokenizer.tokenize(text)}});
    std::string              lines;
    for (const auto& sentence : text_analysis::central_sentences(corpus, 6, 200)) lines += "- " + sentence + '\n';
    return lines.empty() ? "The text holds no words." : lines;
}

constexpr std::size_t max_depth = 8; ///< bounds recursive schemas

class schema_filler
{
public:
    schema_filler(const json::object& schema, std::string_view text)
        : schema_{schema}
        , text_{text_analysis::make_corpus({{.content = tokenizer_.tokenize(text)}})}
        , sentences_{text_analysis::central_sentences(text_, 3, 220)}
        , matcher_{text_.documents.front().content, tokenizer_}
    {}

    json::value value(const json::object& schema, std::size_t depth)
    {
        if (depth == max_depth) return nullptr;
        if (const auto* reference = text_of(schema, "$ref")) return value(definition(*reference), depth + 1);
        if (schema.contains("anyOf")) return nullptr; // a nullable value
        if (const auto* names = list_of(schema, "enum")) return names->empty() ? json::value{} : best(*names);
        const auto* type = text_of(schema, "type");
        if (!type) return nullptr;
        if (*type == "string") return json::string{sentences_.empty() ? std::string{} : sentences_.front()};
        if (*type == "number") return 0.0;
        if (*type == "integer") return 0;
        if (*type == "boolean") return false;
        if (*type == "array") return list(object_of(schema, "items"));
        if (*type == "object") return object(schema, depth);
        return nullptr;
    }

private:
    static const json::string* text_of(const json::object& parent, std::string_view name)
    {
        const auto* member = parent.if_contains(name);
        return member ? member->if_string() : nullptr;
    }
    static const json::array* list_of(const json::object& parent, std::string_view name)
    {
        const auto* member = parent.if_contains(name);
        return member ? member->if_array() : nullptr;
    }
    static const json::object& object_of(const json::object& parent, std::string_view name)
    {
        static const json::object empty;
        const auto*               member = parent.if_contains(name);
        const auto*               object = member ? member->if_object() : nullptr;
        return object ? *object : empty;
    }

    const json::object& definition(std::string_view reference) const
    {
        return object_of(object_of(schema_, "$defs"), reference.substr(reference.rfind('/') + 1));
    }

    json::object object(const json::object& schema, std::size_t depth)
    {
        json::object result;
        for (const auto& [name, member] : object_of(schema, "properties"))
            if (const auto* member_schema = member.if_object()) result[name] = value(*member_schema, depth + 1);
        return result;
    }

    json::array list(const json::object& items)
    {
        json::array result;
        if (const auto* names = list_of(items, "enum"))
        {
            for (const auto& name : *names)
                if (likeness(name) > 0) result.push_back(name);
        }
        else if (const auto* type = text_of(items, "type"); type && *type == "string")
            for (const auto& sentence : sentences_) result.emplace_back(sentence);
        return result;
    }

    /// The share of an enumerator's words that occur in the text; SAFE_WATER has two words.
    double likeness(const json::value& enumerator)
    {
        const auto* name = enumerator.if_string();
        if (!name) return 0;
        std::string text{*name};
        std::ranges::replace(text, '_', ' ');
        const auto words = tokenizer_.tokenize(text, text_.documents.front().content.detected_language).words;
        double     sum   = 0;
        for (const auto& word : words) sum += matcher_.likeness(word.stem);
        return words.empty() ? 0 : sum / static_cast<double>(words.size());
    }

    json::value best(const json::array& names)
    {
        const auto* closest = &names.front();
        double      highest = likeness(*closest);
        for (const auto& name : names)
            if (const auto similarity = likeness(name); similarity > highest) closest = &name, highest = similarity;
        return *closest;
    }

    const json::object&         schema_;
    text_analysis::tokenizer    tokenizer_;
    text_analysis::corpus       text_;
    std::vector<std::string>    sentences_;
    text_analysis::word_matcher matcher_;
};

/// JSON for an output schema, so that a new operation can be tried without a provider. Strings are central sentences of
/// `text`; an enumeration is the enumerator that shares most words with `text`; a list of enumerators contains all that
/// share any. Other values are null where the schema allows it, otherwise 0, false or empty. `{}` for an invalid
/// schema.
std::string fill_schema(std::string_view schema, std::string_view text)
{
    boost::system::error_code failure;
    const auto                root   = json::parse(schema, failure);
    const auto*               object = failure ? nullptr : root.if_object();
    if (!object) return "{}";
    const auto output = schema_filler{*object, text}.value(*object, 0);
    return output.is_object() ? json::serialize(output) : "{}";
}

} // namespace

std::string complete(const sdk::chat_request& request)
{
    const auto text = plain_text(request.user.text());
    return request.output_schema ? fill_schema(request.output_schema->json_schema, text) : central_lines(text);
}

} // namespace verbatim::core::extractive
