#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::text_analysis {

/// A corpus in the making.
struct corpus_builder
{
    text_analysis::tokenizer tokenizer;
    std::vector<document>    documents;

    void add(std::string id, std::string_view text, std::initializer_list<std::string_view> metadata = {})
    {
        document added{.id = std::move(id), .content = tokenizer.tokenize(text), .day = {}, .labels = {}};
        for (const auto value : metadata) add_metadata(added, value);
        documents.push_back(std::move(added));
    }

    void add_pumps(int count)
    {
        for (int n = 0; n != count; ++n)
            add("p" + std::to_string(n), "The hand pump is broken near house " + std::to_string(n) + ".");
    }

    corpus build() { return make_corpus(std::move(documents)); }
};

} // namespace verbatim::text_analysis
