#pragma once

#include "sensitive_finding.hpp"
#include "sensitivity.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// The labelled sentences of this folder: see README.md.
namespace verbatim::labelled {

using detect_sensitive::sensitivity;

struct sentence
{
    std::string              language;
    std::vector<sensitivity> required;
    std::vector<sensitivity> accepted; ///< further types that are no error
    std::string              text;
};

/// Throws std::runtime_error if the file cannot be read or a line is malformed.
inline std::vector<sentence> read(const std::string& path)
{
    std::ifstream file{path};
    if (!file) throw std::runtime_error{"cannot read " + path};
    const auto            types = declare(sensitivity{});
    std::vector<sentence> sentences;
    for (std::string line; std::getline(file, line);)
    {
        if (line.starts_with('#')) continue;
        sentence           next;
        std::string        names;
        std::istringstream fields{line};
        if (!std::getline(fields, next.language, '\t') || !std::getline(fields, names, '\t') ||
            !std::getline(fields, next.text))
            throw std::runtime_error{path + ": three fields expected: " + line};
        std::istringstream list{names};
        for (std::string name; list >> name;)
        {
            if (name == "-") continue;
            const bool  is_accepted = name.starts_with('?');
            const auto* type        = types.find_by_name(name.substr(is_accepted));
            if (!type) throw std::runtime_error{path + ": unknown type " + name};
            (is_accepted ? next.accepted : next.required).push_back(static_cast<sensitivity>(type->value));
        }
        sentences.push_back(std::move(next));
    }
    return sentences;
}

struct counts
{
    std::size_t expected = 0; ///< labels
    std::size_t found    = 0; ///< labels that the detector returns
    std::size_t returned = 0;
    std::size_t correct  = 0; ///< returned types that are required or accepted

    double recall() const { return expected == 0 ? 1 : static_cast<double>(found) / static_cast<double>(expected); }
    double precision() const
    {
        return returned == 0 ? 1 : static_cast<double>(correct) / static_cast<double>(returned);
    }

    counts& operator+=(const counts& other)
    {
        expected += other.expected;
        found += other.found;
        returned += other.returned;
        correct += other.correct;
        return *this;
    }
};

/// Counts by type, in the order of the enumeration.
inline std::vector<counts> by_type(const sentence& sentence)
{
    std::vector<counts> all(declare(sensitivity{}).values().size());
    const auto          holds = [](const std::vector<sensitivity>& list, sensitivity type) {
        return std::ranges::find(list, type) != list.end();
    };
    const auto types = detect_sensitive::offline::detect(sentence.text).types;
    for (const auto type : sentence.required)
    {
        ++all[static_cast<std::size_t>(type)].expected;
        all[static_cast<std::size_t>(type)].found += holds(types, type);
    }
    for (const auto type : types)
    {
        ++all[static_cast<std::size_t>(type)].returned;
        all[static_cast<std::size_t>(type)].correct += holds(sentence.required, type) || holds(sentence.accepted, type);
    }
    return all;
}

/// Whether the sentence is sensitive at all.
inline counts as_record(const sentence& sentence)
{
    const bool is_sensitive = !sentence.required.empty();
    const bool is_returned  = !detect_sensitive::offline::detect(sentence.text).types.empty();
    return {.expected = is_sensitive,
            .found    = is_sensitive && is_returned,
            .returned = is_returned,
            .correct  = is_sensitive && is_returned};
}

} // namespace verbatim::labelled
