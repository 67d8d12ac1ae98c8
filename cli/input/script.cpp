#include "cli/input/script.hpp"

#include "cli/failure.hpp"
#include "cli/json_access.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

#include <JavaScriptCore/JavaScript.h>

#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <unicode/ucnv.h>

// The engine keeps tables until the process ends, and has threads that sanitizers cannot see into. The libraries of the
// sanitizers call these functions. Its collector suspends other threads by signals, which the thread sanitizer holds
// back while they wait for it.
#if defined(__SANITIZE_ADDRESS__)
extern "C" [[gnu::visibility("default")]] const char* __lsan_default_suppressions()
{
    return "leak:libjavascriptcoregtk\n";
}
#elif defined(__SANITIZE_THREAD__)
extern "C" [[gnu::visibility("default")]] const char* __tsan_default_suppressions()
{
    return "called_from_lib:libjavascriptcoregtk-4.1.so.0\n";
}
static const int collector_of_one_thread = ::setenv("JSC_useConcurrentGC", "0", 1);
#endif

namespace verbatim::cli::input {

extern const char* const reader_script; ///< made from core/pages/analyze/reader/command.js
extern const char* const report_script; ///< made from core/pages/analyze/export/command.js

namespace json = boost::json;

namespace {

struct string_deleter
{
    void operator()(OpaqueJSString* text) const noexcept { JSStringRelease(text); }
};
using js_string = std::unique_ptr<OpaqueJSString, string_deleter>;

js_string make_string(const char* text) { return js_string{JSStringCreateWithUTF8CString(text)}; }

js_string make_string(const std::u16string& text)
{
    return js_string{JSStringCreateWithCharacters(reinterpret_cast<const JSChar*>(text.data()), text.size())};
}

std::string to_text(JSContextRef context, JSValueRef value)
{
    const js_string copy{JSValueToStringCopy(context, value, nullptr)};
    if (!copy) return {};
    std::string text(JSStringGetMaximumUTF8CStringSize(copy.get()), '\0');
    text.resize(JSStringGetUTF8CString(copy.get(), text.data(), text.size()) - 1); // it ends with a zero byte
    return text;
}

/// Bytes as text, without a byte order mark. None for an unknown encoding and for more than 2 GiB. Bytes that are not
/// in the encoding become U+FFFD, or with `strict` there is no text.
std::optional<std::u16string> decode(std::string_view bytes, const std::string& encoding, bool strict)
{
    UErrorCode                                               error = U_ZERO_ERROR;
    const std::unique_ptr<UConverter, void (*)(UConverter*)> from{ucnv_open(encoding.c_str(), &error), ucnv_close};
    if (U_FAILURE(error) || bytes.size() > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    if (strict) ucnv_setToUCallBack(from.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    std::u16string text(bytes.size() + 1, u'\0'); // no encoding has more units than bytes
    char16_t*      end    = text.data();
    const char*    source = bytes.data();
    ucnv_toUnicode(from.get(), &end, text.data() + text.size(), &source, bytes.data() + bytes.size(), nullptr, true,
                   &error);
    if (U_FAILURE(error)) return std::nullopt;
    text.resize(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(u'\uFEFF')) text.erase(0, 1);
    return text;
}

/// decodeText(bytes, encoding, fatal): a text, or an exception if `fatal` and the bytes are not in the encoding.
JSValueRef decode_text(JSContextRef context, JSObjectRef, JSObjectRef, std::size_t count, const JSValueRef arguments[],
                       JSValueRef* exception)
{
    std::optional<std::u16string> text;
    if (count == 3 && JSValueIsObject(context, arguments[0]))
    {
        auto* const bytes  = const_cast<JSObjectRef>(JSValueToObject(context, arguments[0], nullptr));
        const auto* buffer = static_cast<const char*>(JSObjectGetTypedArrayBytesPtr(context, bytes, nullptr));
        const auto  offset = JSObjectGetTypedArrayByteOffset(context, bytes, nullptr);
        text               = decode({buffer + offset, JSObjectGetTypedArrayByteLength(context, bytes, nullptr)},
                                    to_text(context, arguments[1]), JSValueToBoolean(context, arguments[2]));
    }
    if (!text)
    {
        *exception = JSValueMakeString(context, make_string("not in this encoding").get());
        return JSValueMakeUndefined(context);
    }
    return JSValueMakeString(context, make_string(*text).get());
}

[[noreturn]] void fail_inside() { throw failure{exit_status::failed, "a script of the command failed"}; }

struct context_deleter
{
    void operator()(OpaqueJSContext* context) const noexcept { JSGlobalContextRelease(context); }
};
using context_owner = std::unique_ptr<OpaqueJSContext, context_deleter>;

/// The engine lets its heap double before it collects, unless the machine has little memory, which the variable claims.
context_owner make_context()
{
    ::setenv("JSC_forceRAMSize", "67108864", 0);
    return context_owner{JSGlobalContextCreate(nullptr)};
}

} // namespace

struct script::engine
{
    context_owner owner   = make_context();
    JSContextRef  context = owner.get();
    JSObjectRef   run     = nullptr; ///< a property of the global object, which keeps it alive

    explicit engine(const char* source)
    {
        auto* const global = JSContextGetGlobalObject(context);
        const auto  name   = make_string("decodeText");
        JSObjectSetProperty(context, global, name.get(),
                            JSObjectMakeFunctionWithCallback(context, name.get(), decode_text),
                            kJSPropertyAttributeNone, nullptr);
        JSValueRef exception = nullptr;
        JSEvaluateScript(context, make_string(source).get(), nullptr, nullptr, 1, &exception);
        const auto value = JSObjectGetProperty(context, global, make_string("run").get(), nullptr);
        if (exception || !JSValueIsObject(context, value)) fail_inside();
        run = JSValueToObject(context, value, nullptr);
    }

    /// Of any bytes: names of files need not be UTF-8.
    JSValueRef text(const std::string& value) const
    {
        const auto characters = decode(value, "UTF-8", false);
        if (!characters) fail_inside();
        return JSValueMakeString(context, make_string(*characters).get());
    }

    /// An ArrayBuffer of bytes that outlive the call. The scripts keep none of it: they copy what they need.
    JSValueRef buffer(std::string_view bytes) const
    {
        const auto keep = [](void*, void*) {};
        return JSObjectMakeArrayBufferWithBytesNoCopy(context, const_cast<char*>(bytes.data()), bytes.size(), keep,
                                                      nullptr, nullptr);
    }
};

script::script(script_name name)
    : engine_{std::make_unique<engine>(name == script_name::reader ? reader_script : report_script)}
{}

script::~script() = default;

json::value script::run(const std::string& action, const json::value& values, std::string_view bytes)
{
    const JSValueRef arguments[]{engine_->text(action), engine_->text(json::serialize(values)),
                                 bytes.empty() ? JSValueMakeUndefined(engine_->context) : engine_->buffer(bytes)};
    JSValueRef       exception = nullptr;
    const auto       result = JSObjectCallAsFunction(engine_->context, engine_->run, nullptr, 3, arguments, &exception);
    if (!result || exception) fail_inside();

    json::parse_options options;
    options.max_depth = 64; // of a request (docs/reference/http.md#limits), which has the result as a member, too
    json::error_code error;
    auto             answer = json::parse(to_text(engine_->context, result), error, {}, options);
    if (error == json::error::too_deep)
        throw failure{exit_status::input,
                      text_of(values.as_object(), "name") + " nests its values deeper than a request may: 64 levels"};
    if (error) fail_inside();
    auto& members = answer.as_object();
    if (const auto* problem = members.if_contains("problem"))
        throw failure{members.at("isOption").as_bool() ? exit_status::usage : exit_status::input,
                      json::value_to<std::string>(*problem)};
    return std::move(members["result"]);
}

} // namespace verbatim::cli::input
