"""Texts whose labels are known, for bench/meaning/run."""
import csv
import dataclasses
import datetime
import json
import pathlib

import corpus as corpora

COMMITTED = pathlib.Path(__file__).parent / "corpus"
# Of the dates of corpus/. The other topics are even over the months.
PLANTED = [("shelter", {"step_up", "rise"}), ("vaccine rumours", {"spike"}), ("cash", {"rise"}), ("school", {"fall"})]


@dataclasses.dataclass
class sample:
    """`labels` has a list for each kind of label: the labels of each text. Groups are as many as different labels of the first kind."""
    texts: list
    labels: dict
    languages: list = None
    corpus: corpora.corpus = None  # dates and planted changes of the texts
    codes: list = None  # (label of the first kind, its description)

    def first_labels(self):
        return next(iter(self.labels.values()))

    def count(self):
        return len({label for labels in self.first_labels() for label in labels})


def of_topics(topics, languages, texts):
    return sample(texts, {"topic": [[topic] for topic in topics], "language": [[each] for each in languages]}, languages)


def committed(half):
    rows = []
    for file in sorted(COMMITTED.glob("*.tsv")):
        with open(file, encoding="utf-8", newline="") as lines:
            rows += [row | {"language": file.stem} for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
                     if row["half"] == half]
    found = of_topics(*([row[name] for row in rows] for name in ("topic", "language", "text")))
    records = [corpora.record(str(number), datetime.date.fromisoformat(row["created"][:10]), {"created": row["created"]}, [],
                              codes=frozenset([row["topic"]]), text=row["text"]) for number, row in enumerate(rows)]
    changes = [corpora.change(topic, topic, frozenset(kinds)) for topic, kinds in PLANTED]
    return dataclasses.replace(found, corpus=corpora.corpus(records, [], changes))


def given(file):
    records = json.loads(file.read_text(encoding="utf-8"))
    return of_topics(*([record[name] for record in records] for name in ("topic", "language", "content")))


def feedback(file):
    """Categories and types of the records with a code."""
    coded = corpora.read(str(file))
    coded.records = [record for record in coded.records if record.metadata["coding_level_2"]]
    labels = {name: [record.metadata[key] for record in coded.records]
              for name, key in (("category", "coding_level_2"), ("type", "coding_level_1"))}
    return sample([record.content for record in coded.records], labels, corpus=coded)


def consultation(folder):
    def lines(name):
        return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]
    responses = lines("responses.jsonl")
    labels = {entry["response_id"]: entry["labels"] for entry in lines("mapping.jsonl")}
    themes = json.loads((folder / "themes.json").read_text(encoding="utf-8"))
    return sample([response["response"] for response in responses],
                  {"theme": [labels[response["response_id"]] for response in responses]},
                  codes=[(theme["topic_id"], theme["topic"]) for theme in themes])
