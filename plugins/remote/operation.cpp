#include "operation.hpp"

#include "exchange.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <utility>

namespace verbatim::remote {

namespace {

/// Call-backs of a call that are answered at a time, at most.
constexpr std::size_t max_call_backs = 16;

/// One of the calls in progress of a process.
class call_slot
{
public:
    explicit call_slot(process& process)
        : process_{process}
    {
        if (++process_.calls <= process_.declaration().max_calls) return;
        --process_.calls;
        throw sdk::error{sdk::errc::overloaded, "too many calls of a remote process"};
    }
    ~call_slot() { --process_.calls; }
    call_slot(const call_slot&)            = delete;
    call_slot& operator=(const call_slot&) = delete;

private:
    process& process_;
};

std::string component_name(std::string_view operation, std::string_view ending)
{
    return sdk::ascii::pascal_case(operation).append(ending);
}

/// The texts of a request, in the order of object_value::visit.
struct request_texts
{
    std::vector<std::string_view>        redacted;
    std::vector<std::string_view>        unredacted;
    std::vector<const feedback::record*> records;
};

request_texts texts_of(const object_value& request)
{
    request_texts         texts;
    object_value::visitor visitor;
    visitor.text = [&](std::string& text, const field_declaration& field) {
        (field.redacted.value_or(true) ? texts.redacted : texts.unredacted).push_back(text);
    };
    visitor.record = [&](feedback::record& record) {
        texts.redacted.push_back(record.content);
        texts.records.push_back(&record);
    };
    const_cast<object_value&>(request).visit(visitor); // this visitor changes nothing
    return texts;
}

using original_ids = std::map<std::string, std::string, std::less<>>;

/// Replaces the texts of a copy by those that the process may see. Returns the ids by what it sees.
original_ids redact_texts(object_value& copy, const feedback::redaction& names, std::span<const std::string> metadata)
{
    original_ids          ids;
    std::size_t           n = 0;
    object_value::visitor visitor;
    visitor.text = [&](std::string& text, const field_declaration& field) {
        if (field.redacted.value_or(true)) text = names.unescaped_text(n++).text();
    };
    visitor.record = [&](feedback::record& record) {
        record.content = names.unescaped_text(n++).text();
        std::string id{names.unescaped_field(record.id)};
        ids.try_emplace(id, std::exchange(record.id, id));
        record.url_id.clear();
        boost::json::object shown;
        for (const auto& [key, value] : feedback::metadata_values(record.metadata, metadata))
            shown[key] = names.unescaped_field(value);
        record.metadata = std::move(shown);
    };
    copy.visit(visitor);
    return ids;
}

/// The code of `{"error": {"code": "…"}}`; empty in any other body.
std::string error_code_in(std::string_view body)
{
    boost::system::error_code error;
    const auto                parsed = boost::json::parse(body, error);
    const auto* const         code   = error ? nullptr : parsed.find_pointer("/error/code", error);
    return code && code->is_string() ? std::string{code->get_string()} : std::string{};
}

sdk::declared_error error_of(const error_declaration& error)
{
    return {fixed_text(error.code), static_cast<int>(error.status), fixed_text(error.message)};
}

} // namespace

declared_operation::declared_operation(std::size_t n, const operation_declaration& declaration,
                                       std::shared_ptr<process> process, const settings& settings)
    : declaration_{declaration}
    , process_{std::move(process)}
    , metadata_{settings.metadata.visible_to_models()}
    , max_call_backs_{declaration.prompts.empty() && declaration.phases.empty() && declaration.facts.empty()
                          ? 0
                          : std::min(settings.fan_out.limit, max_call_backs)}
    , request_{2 * n}
    , response_{2 * n + 1}
{
    add_object(request_, declaration.request, component_name(declaration.name, "Request"), true);
    add_object(response_, declaration.response, component_name(declaration.name, "Response"), false);
    for (const auto number : {request_, response_}) sdk::check_examples(type_at(number).schema());
    for (const auto& prompt : declaration.prompts) prompts_.try_emplace(prompt.name, prompt, declaration.name);
}

sdk::descriptor declared_operation::describe() const
{
    sdk::descriptor described{.name        = declaration_.name,
                              .verb        = declaration_.verb,
                              .path        = declaration_.path,
                              .summary     = declaration_.summary,
                              .description = declaration_.description,
                              .tag         = declaration_.tag,
                              .access = declaration_.access == access_name::superuser ? sdk::access_level::superuser
                                                                                      : sdk::access_level::tenant,
                              .usage_label       = declaration_.usage_label,
                              .deadline          = declaration_.deadline,
                              .max_output_tokens = declaration_.max_output_tokens,
                              .errors            = {remote_unavailable, remote_failed, remote_invalid, remote_timeout}};
    for (const auto& error : declaration_.errors) described.errors.emplace_back(error_of(error));
    described.open_members = metadata_;
    return described;
}

sdk::task<> declared_operation::run(sdk::call& call, const object_value& request, object_value& response) const
{
    const call_slot slot{*process_};
    const auto      texts = texts_of(request);
    auto            phase = call.phase("anonymise");

    const feedback::record_fields fields{.records = texts.records, .metadata = metadata_, .labels = {}};
    const auto                    names = co_await feedback::redact(call, texts.redacted, texts.unredacted, fields);

    std::size_t bytes = 0;
    for (const auto text : texts.redacted) bytes += text.size();
    original_ids ids;
    const auto   write = [&] {
        auto copy = request;
        ids       = redact_texts(copy, names, metadata_);
        std::string body;
        sdk::write(type_at(request_).schema(), &copy, body);
        return body;
    };
    auto body = co_await feedback::compute_if_large(call, bytes, write);
    phase     = call.phase("remote");

    call_back  call_back{call, declaration_, prompts_, names};
    const auto answer =
        co_await exchange(call, *process_, declaration_.name, std::move(body), call_back, max_call_backs_);
    if (answer.status == 200)
    {
        for (const auto& [code, error] : call_back.errors())
            /// A process answered without a model call that failed.
            call.log().write(
                sdk::severity::warning, "remote_model_calls_failed",
                {{"operation", std::string_view{declaration_.name}}, {"error_class", std::string_view{code}}});
        co_return co_await read_response(call, answer.body, names, ids, response);
    }

    const auto code = error_code_in(answer.body);
    if (const auto error = call_back.errors().find(code); error != call_back.errors().end()) throw error->second;
    const auto declared = std::ranges::find(declaration_.errors, code, &error_declaration::code);
    if (declared != declaration_.errors.end()) throw sdk::error{error_of(*declared)};
    throw sdk::error{remote_failed, "status " + std::to_string(answer.status)};
}

sdk::task<> declared_operation::read_response(sdk::call& call, std::string_view body, const feedback::redaction& names,
                                              const original_ids& ids, object_value& response) const
{
    bool        has_unknown_id = false;
    std::string problem;
    const auto  read = [&] {
        const auto issues = sdk::read_text(type_at(response_).schema(), body, &response);
        if (!issues) problem = "not JSON";
        else if (!issues->empty()) problem = issues->front().field + ": " + issues->front().issue;
        if (!problem.empty()) return;

        // Each placeholder may stand for a long original, so the texts have a bound together.
        std::size_t           left = process_->declaration().max_response_bytes;
        object_value::visitor visitor;
        visitor.text = [&](std::string& text, const field_declaration&) {
            if (!problem.empty()) return;
            text = names.restore(text).text();
            if (text.size() > left) problem = "too large";
            else left -= text.size();
        };
        visitor.record_id = [&](std::string& id) {
            const auto found = ids.find(id);
            if (found != ids.end()) id = found->second;
            else has_unknown_id = true;
        };
        response.visit(visitor);
    };
    co_await feedback::compute_if_large(call, body.size(), read);
    if (has_unknown_id) problem = "an id of no record";
    if (!problem.empty()) throw sdk::error{remote_invalid, problem};
}

namespace {

/// The n-th operation of all documents, with its C++ types.
template <std::size_t N>
class operation final : public sdk::typed_operation<value<2 * N>, value<2 * N + 1>>
{
public:
    explicit operation(std::unique_ptr<declared_operation> declared)
        : declared_{std::move(declared)}
    {}

    sdk::descriptor describe() const override { return declared_->describe(); }

    sdk::task<value<2 * N + 1>> run(sdk::call& call, const value<2 * N>& request) const override
    {
        value<2 * N + 1> response;
        co_await declared_->run(call, request, response);
        co_return response;
    }

private:
    const std::unique_ptr<declared_operation> declared_;
};

template <std::size_t... N>
constexpr auto make_functions(std::index_sequence<N...>)
{
    using make = std::unique_ptr<sdk::operation> (*)(std::unique_ptr<declared_operation>);
    return std::array<make, sizeof...(N)>{
        [](std::unique_ptr<declared_operation> declared) -> std::unique_ptr<sdk::operation> {
            return std::make_unique<operation<N>>(std::move(declared));
        }...};
}

} // namespace

void add_operations(sdk::plugin& plugin, const settings& settings)
{
    static constexpr auto make = make_functions(std::make_index_sequence<max_operations>{});
    std::size_t           n    = 0;
    for (const auto* document : load_documents(settings.operations))
    {
        std::string member = "process";
        try
        {
            const auto served = std::make_shared<process>(*document, plugin.log());
            for (const auto& declaration : document->operations)
            {
                member = "operation " + declaration.name;
                if (n == max_operations)
                    throw std::runtime_error{"the documents have more than " + std::to_string(max_operations) +
                                             " operations"};
                plugin.add(make[n](std::make_unique<declared_operation>(n, declaration, served, settings)));
                ++n;
            }
        }
        catch (const std::exception& problem)
        {
            throw std::runtime_error{document->file.string() + ": " + member + ": " + problem.what()};
        }
    }
}

} // namespace verbatim::remote
