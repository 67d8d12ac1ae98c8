#pragma once

#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/counter.hpp"
#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/field_issue.hpp"
#include "verbatim/sdk/http_client.hpp"
#include "verbatim/sdk/literal.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/plugin.hpp"
#include "verbatim/sdk/prompt_text.hpp"
#include "verbatim/sdk/reply_reading.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/system_message.hpp"
#include "verbatim/sdk/text_types.hpp"
#include "verbatim/sdk/token_estimate.hpp"
#include "verbatim/sdk/type_info.hpp"
#include "verbatim/sdk/usage_reader.hpp"
#include "verbatim/sdk/vectors.hpp"
#include "verbatim/sdk/word_vectors.hpp"

#include <boost/preprocessor/seq/for_each.hpp>
#include <boost/preprocessor/variadic/to_seq.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

namespace verbatim::sdk {
namespace layout {

/// FNV-1a, 64 bits.
constexpr std::uint64_t hash_bytes(std::uint64_t hash, std::string_view bytes)
{
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}
constexpr std::uint64_t hash_number(std::uint64_t hash, std::uint64_t number)
{
    for (int byte = 0; byte != 8; ++byte, number >>= 8) hash = (hash ^ (number & 0xff)) * 0x100000001b3;
    return hash;
}
template <class... Numbers>
constexpr std::uint64_t hash_of(Numbers... numbers)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    ((hash = hash_number(hash, static_cast<std::uint64_t>(numbers))), ...);
    return hash;
}

/// A hash of how a type is passed and stored: size, alignment and kind, and the same of its template arguments. It
/// holds no names, which compilers spell in different ways.
template <class T>
struct form
{
    static constexpr std::uint64_t value()
    {
        if constexpr (std::is_void_v<T>) return hash_of(1);
        else if constexpr (std::is_arithmetic_v<T>)
            return hash_of(2, sizeof(T), std::is_signed_v<T>, std::is_floating_point_v<T>);
        else if constexpr (std::is_enum_v<T>) return hash_of(3, sizeof(T));
        else if constexpr (std::is_reference_v<T>) return hash_of(4, std::is_const_v<std::remove_reference_t<T>>);
        else if constexpr (std::is_function_v<std::remove_pointer_t<T>> && std::is_pointer_v<T>)
            return hash_of(5, form<std::remove_pointer_t<T>>::value());
        else if constexpr (std::is_pointer_v<T>) return hash_of(6, std::is_const_v<std::remove_pointer_t<T>>);
        else if constexpr (requires { sizeof(T); }) return hash_of(7, sizeof(T), alignof(T));
        else return hash_of(8);
    }
};
template <class T>
struct form<const T> : form<T>
{};
template <class Result, class... Arguments, bool IsNoexcept>
struct form<Result(Arguments...) noexcept(IsNoexcept)>
{
    static constexpr std::uint64_t value() { return hash_of(9, form<Result>::value(), form<Arguments>::value()...); }
};
template <class Result, class Class, class... Arguments, bool IsNoexcept>
struct form<Result (Class::*)(Arguments...) noexcept(IsNoexcept)> : form<Result(Arguments...)>
{};
template <class Result, class Class, class... Arguments, bool IsNoexcept>
struct form<Result (Class::*)(Arguments...) const noexcept(IsNoexcept)> : form<Result(Arguments...)>
{};
template <template <class...> class Template, class... Arguments>
struct form<Template<Arguments...>>
{
    static constexpr std::uint64_t value()
    {
        if constexpr (requires { sizeof(Template<Arguments...>); })
            return hash_of(10, sizeof(Template<Arguments...>), alignof(Template<Arguments...>),
                           form<Arguments>::value()...);
        else return hash_of(8);
    }
};

} // namespace layout

// An offset in a type that is no standard layout is conditionally supported; g++ and clang support it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

/// The layouts of all types that cross the border between host and plugin, each with the minor version that added it:
/// of structs the places of the members, of interfaces the order of the virtual functions, of enumerations the values.
/// Within a major version lines are only added, with the minor version of the addition.
struct layouts
{
    /// Of all layouts of a minor version and of those before it. A host with a later version computes the same value.
    static constexpr std::uint64_t fingerprint(std::uint32_t minor)
    {
        auto hash = layout::hash_of();
        visit([&](std::uint32_t since, std::string_view type, std::string_view member, std::size_t place,
                  std::uint64_t member_form, auto) {
            if (since > minor) return;
            hash = layout::hash_number(
                layout::hash_number(layout::hash_bytes(layout::hash_bytes(hash, type), member), place), member_form);
        });
        return hash;
    }

    /// Calls `entry` with minor version, type, member, place, form of the member, and for a virtual function a pointer
    /// to it, else null. The place is the offset of a member, the slot of a virtual function, the value of an
    /// enumerator, and for an empty name the size of the type.
    template <class Entry>
    static constexpr void visit(Entry entry)
    {
#define VERBATIM_MEMBER(r, type, member)                                                                               \
    entry(minor, #type, VERBATIM_TEXT(member), offsetof(type, member), layout::form<decltype(type::member)>::value(),  \
          nullptr);
#define VERBATIM_SIZE(since, type) entry(since, #type, "", sizeof(type), alignof(type), nullptr);
#define VERBATIM_STRUCT(since, type, ...)                                                                              \
    {                                                                                                                  \
        constexpr std::uint32_t minor = since;                                                                         \
        VERBATIM_SIZE(since, type)                                                                                     \
        BOOST_PP_SEQ_FOR_EACH(VERBATIM_MEMBER, type, BOOST_PP_VARIADIC_TO_SEQ(__VA_ARGS__))                            \
    }
#define VERBATIM_FUNCTION(r, type, function)                                                                           \
    entry(minor, #type, VERBATIM_TEXT(function), slot++, layout::form<decltype(&type::function)>::value(),             \
          &type::function);
// The virtual functions of an interface that one version added, in order. The first two slots are the destructor's.
#define VERBATIM_INTERFACE(since, type, ...)                                                                           \
    {                                                                                                                  \
        constexpr std::uint32_t minor = since;                                                                         \
        BOOST_PP_SEQ_FOR_EACH(VERBATIM_FUNCTION, type, BOOST_PP_VARIADIC_TO_SEQ(__VA_ARGS__))                          \
    }
#define VERBATIM_ENUMERATOR(r, type, name)                                                                             \
    entry(minor, #type, VERBATIM_TEXT(name), static_cast<std::size_t>(type::name), layout::form<type>::value(),        \
          nullptr);
#define VERBATIM_ENUM(since, type, ...)                                                                                \
    {                                                                                                                  \
        constexpr std::uint32_t minor = since;                                                                         \
        BOOST_PP_SEQ_FOR_EACH(VERBATIM_ENUMERATOR, type, BOOST_PP_VARIADIC_TO_SEQ(__VA_ARGS__))                        \
    }
        VERBATIM_ENUM(0, errc, bad_request, authentication_required, forbidden, not_found, method_not_allowed,
                      request_timeout, conflict, payload_too_large, json_invalid, validation_error,
                      prompt_injection_detected, content_policy_violation, llm_rate_limited, headers_too_large,
                      internal_error, llm_error, analysis_unavailable, usage_backend_unavailable,
                      anonymizer_unavailable, overloaded, analysis_timeout, llm_timeout, unfinished, too_many_jobs,
                      tenant_limit_exceeded, server_stopped)
        VERBATIM_ENUM(1, errc, operation_unavailable)
        VERBATIM_ENUM(0, failure_cause, unauthorized, not_found, invalid_request, rate_limited, quota_exhausted,
                      server_error, timeout, dns, connect, tls, certificate, disconnected, interrupted, truncated,
                      prompt_cut, context_exceeded, unreadable, policy, cancelled)
        VERBATIM_ENUM(0, reply_repair, prose, controls, commas, comments, quotes, literals, numbers, references, names,
                      members, types, wrapper, unclosed, tokens, repetition)
        VERBATIM_ENUM(0, severity, debug, info, warning, error)
        VERBATIM_ENUM(0, access_level, tenant, superuser)
        VERBATIM_ENUM(0, tokenizer, o200k, cl100k)
        VERBATIM_ENUM(0, screening, none, content, question)
        VERBATIM_ENUM(0, usage_period, hour, day, month)
        VERBATIM_ENUM(0, schema::field_presence, required, optional, always)
        VERBATIM_ENUM(0, schema::value_kind, boolean, integer, number, text, borrowed_text, enumeration, formatted_text,
                      object, open_object, list, nullable)

        VERBATIM_STRUCT(0, abi_tag, magic, size, sdk_version, layouts, sanitizers, build)
        VERBATIM_STRUCT(0, plugin_entry, abi, load)
        VERBATIM_STRUCT(0, declared_error, code, status, message)
        VERBATIM_STRUCT(0, error, fields, message, retry_after, cause, code_, declared_, note_)
        VERBATIM_SIZE(0, programming_error)
        VERBATIM_SIZE(0, validation_error)
        VERBATIM_STRUCT(0, field_issue, field, issue)
        VERBATIM_SIZE(0, literal)

        VERBATIM_SIZE(0, prompt_text)
        VERBATIM_STRUCT(0, system_message, content_)
        VERBATIM_STRUCT(0, system_message::content, text, json, length)
        VERBATIM_STRUCT(0, output_schema, name, json_schema, read, allows_prefix)
        VERBATIM_STRUCT(0, rejected_reply, text, problem)
        VERBATIM_STRUCT(0, time_limits, deadline, min_attempt, wait_for_connection)
        VERBATIM_STRUCT(0, chat_request, system, user, output_schema, accept, offline, expected, longest, time,
                        shared_prefix, rejected)
        VERBATIM_STRUCT(0, completion, text, model, prompt_tokens, completion_tokens, truncated, repairs)
        VERBATIM_STRUCT(0, reply_reading, json, fits, repairs, problem)
        VERBATIM_STRUCT(0, token_limits, max_total_tokens, chars_per_token, is_enforced)
        VERBATIM_STRUCT(0, detected_entity, begin, end, kind, score)
        VERBATIM_STRUCT(0, vectors, width_, rows_, arena_)
        VERBATIM_STRUCT(0, vectors::row, steps, nonzero, scale)
        VERBATIM_STRUCT(0, log_field, name, value)

        VERBATIM_STRUCT(0, usage_window, from, to)
        VERBATIM_STRUCT(0, usage_distribution, avg, min, max, p5, p95, total)
        VERBATIM_STRUCT(0, usage_statistics, total_calls, failed_calls, cost_micro_usd, duration_ms, input_tokens,
                        output_tokens, unpriced_calls, cached_tokens, elapsed_ms)
        VERBATIM_STRUCT(0, usage_totals, invocations, llm_calls)
        VERBATIM_STRUCT(0, usage_group, tenant, operation, totals)
        VERBATIM_STRUCT(0, usage_of_model, model, total_calls, failed_calls, cost_micro_usd, input_tokens,
                        output_tokens, unpriced_calls, cached_tokens)
        VERBATIM_STRUCT(0, usage_of_period, start, end, totals)
        VERBATIM_STRUCT(0, usage_report, total, tenants, operations, tenant_operations, models, series)

        VERBATIM_STRUCT(0, erased_deleter, destroy)
        VERBATIM_STRUCT(0, type, schema, make)
        VERBATIM_STRUCT(0, enum_value, name, value, description)
        VERBATIM_STRUCT(0, enum_values, name_, values_, quoted_list_)
        VERBATIM_STRUCT(0, text_format, format, issue, secret, parser_, printer_, call_parser_, call_printer_)
        VERBATIM_STRUCT(0, schema::type_info, kind, is_signed, size, alignment, element, object, enumeration, format,
                        add, first, count, clear, reserve)
        VERBATIM_STRUCT(0, field_options, index_)
        VERBATIM_SIZE(0, schema_builder)
        VERBATIM_STRUCT(0, field_documentation, name, allowed, value, example, description, required, secret, is_text)
        VERBATIM_STRUCT(0, component, name, schema)
        VERBATIM_SIZE(0, secret)
        VERBATIM_STRUCT(0, path, text)
        VERBATIM_STRUCT(0, date_time, microseconds, has_offset)
        VERBATIM_STRUCT(0, response_header, name, value)
        VERBATIM_STRUCT(0, erased_representation, content_type, file_name, example, write)
        VERBATIM_STRUCT(0, descriptor, name, verb, path, summary, description, tag, access, usage_label, deadline,
                        max_output_tokens, request, response, success_status, headers, errors, open_members,
                        open_member_fields, representations)
        VERBATIM_STRUCT(1, counter_description, name, help, label, values)
        VERBATIM_ENUM(2, http_method, get, post)
        VERBATIM_STRUCT(2, http_field, name, value)
        VERBATIM_STRUCT(2, http_response, status, body)
        VERBATIM_STRUCT(2, http_request, origin, method, path, segments, query, headers, body, content_type, timeout,
                        max_response_bytes, expected)

        std::size_t slot = 0; // its destructor is not virtual
        VERBATIM_INTERFACE(0, validation_issues, add)
        slot = 2;
        VERBATIM_INTERFACE(0, operation, definition, execute)
        slot = 2;
        entry(0, "plugin", "add", slot++, layout::form<void (plugin::*)(std::unique_ptr<operation>)>::value(),
              static_cast<void (plugin::*)(std::unique_ptr<operation>)>(&plugin::add));
        VERBATIM_INTERFACE(0, plugin, log, read_settings)
        VERBATIM_INTERFACE(1, plugin, add_counter)
        slot = 2;
        VERBATIM_INTERFACE(1, counter, add)
        slot = 2;
        VERBATIM_INTERFACE(0, log, write, enabled)
        slot = 2;
        VERBATIM_INTERFACE(0, call, tenant_id, key_id, request_id, deadline, model, judge, anonymizer, log, embedder,
                           word_vectors, usage_reader, phase, progress, note, reusable, run_on_pool)
        VERBATIM_INTERFACE(2, call, http_client)
        slot = 2;
        VERBATIM_INTERFACE(2, http_client, try_send)
        slot = 2;
        VERBATIM_INTERFACE(0, llm, try_complete, limits)
        slot = 2;
        VERBATIM_INTERFACE(0, anonymizer, detect, detect_verified)
        slot = 2;
        VERBATIM_INTERFACE(0, embedder, try_embed)
        slot = 2;
        VERBATIM_INTERFACE(0, word_vectors, dimensions, add)
        slot = 2;
        VERBATIM_INTERFACE(0, usage_reader, report)

#undef VERBATIM_ENUM
#undef VERBATIM_ENUMERATOR
#undef VERBATIM_INTERFACE
#undef VERBATIM_FUNCTION
#undef VERBATIM_STRUCT
#undef VERBATIM_SIZE
#undef VERBATIM_MEMBER
    }
};

#pragma GCC diagnostic pop

} // namespace verbatim::sdk
