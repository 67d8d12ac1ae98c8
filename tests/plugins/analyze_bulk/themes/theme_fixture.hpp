#pragma once

#include "operation.hpp"
#include "theme_model.hpp"
#include "wire.hpp"

#include "support/recording_model.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::testing {

/// An analysis with themes by a perfect model, which answers what `model` is told to.
struct theme_fixture : event_loop
{
    fake_call              call;
    theme_model            model;
    first_letter_embedder  engine;
    analyze_bulk::request  request;
    analyze_bulk::settings settings;

    theme_fixture()
    {
        call.word_list.add("Amina", "PERSON").add("Goma", "LOCATION");
        call.model_override    = &model;
        call.embedder_override = &engine;
        request.prompt         = "What does Amina need?";
        request.detail         = analyze_bulk::analysis_detail::themes;
    }

    void record(std::string id, std::string content, std::string_view date = "2026-03-02")
    {
        boost::json::object metadata;
        metadata["created"] = date;
        request.records.push_back({std::move(id), std::move(content), std::move(metadata), {}});
    }

    /// Records r0, r1, … of each kind in turn.
    void corpus(std::size_t              count,
                std::vector<std::string> contents = {"water is far", "food is dear", "road and water"})
    {
        for (std::size_t n = 0; n != count; ++n)
            record("r" + std::to_string(request.records.size()),
                   contents[n % contents.size()] + " " + std::to_string(n));
    }

    /// Of the calls since the last one that cleared `model.requests`. Contents must differ.
    void check_that_each_record_is_read_once(std::size_t records)
    {
        std::map<std::string, std::size_t> times;
        for (const auto& sent : model.of_kind("theme_assignments"))
            for (const auto& body : records_in(sent.user)) ++times[body];
        BOOST_TEST(times.size() == records);
        BOOST_TEST(std::ranges::all_of(times, [](const auto& entry) { return entry.second == 1; }));
    }

    std::string response_text()
    {
        const analyze_bulk::operation operation{settings};
        return sdk::to_json(run(operation.run(call, request)));
    }

    boost::json::object answer() { return boost::json::parse(response_text()).as_object(); }

    sdk::error failure()
    {
        const analyze_bulk::operation operation{settings};
        return error_of(operation.run(call, request));
    }
};

inline std::string text(const boost::json::value& from, std::string_view key)
{
    return std::string{from.at(key).as_string()};
}

inline std::string ids_in(const boost::json::value& entry)
{
    std::string ids;
    for (const auto& id : entry.at("record_ids").as_array())
        ids.append(ids.empty() ? "" : " ").append(std::string_view{id.as_string()});
    return ids;
}

/// The ids of the records that are unassigned for a reason.
inline std::string unassigned_for(const boost::json::object& response, std::string_view reason)
{
    for (const auto& entry : response.at("unassigned").as_array())
        if (text(entry, "reason") == reason) return ids_in(entry);
    return {};
}

/// Every record with content is in a theme, or unassigned for exactly one reason; counts are those of the lists.
inline void check_that_each_record_is_counted(const boost::json::object& response, std::size_t records)
{
    std::set<std::string> assigned;
    for (const auto& theme : response.at("themes").as_array())
    {
        std::set<std::string> members;
        for (const auto& id : theme.at("record_ids").as_array()) members.emplace(id.as_string());
        BOOST_TEST(members.size() == theme.at("record_ids").as_array().size());
        BOOST_TEST(members.size() == theme.at("record_count").to_number<std::size_t>());
        for (const auto& sub_theme : theme.at("sub_themes").as_array())
        {
            BOOST_TEST(sub_theme.at("record_ids").as_array().size() ==
                       sub_theme.at("record_count").to_number<std::size_t>());
            for (const auto& id : sub_theme.at("record_ids").as_array())
                BOOST_TEST(members.contains(std::string{id.as_string()}));
        }
        assigned.merge(members);
    }
    std::multiset<std::string> unassigned;
    for (const auto& entry : response.at("unassigned").as_array())
    {
        BOOST_TEST(entry.at("record_ids").as_array().size() == entry.at("record_count").to_number<std::size_t>());
        for (const auto& id : entry.at("record_ids").as_array()) unassigned.emplace(id.as_string());
    }
    for (const auto& id : unassigned) BOOST_TEST(!assigned.contains(id), id);
    BOOST_TEST(std::set<std::string>(unassigned.begin(), unassigned.end()).size() == unassigned.size());
    BOOST_TEST(response.at("unassigned_count").to_number<std::size_t>() == unassigned.size());
    BOOST_TEST(assigned.size() + unassigned.size() == records);
}

} // namespace verbatim::testing
