#!/usr/bin/env python3
"""The scores accept the answer of an exact server, and report each kind of error."""
import collections
import copy
import sys
import unittest

sys.dont_write_bytecode = True
import corpus
import scores


def shares(records, labels_of, kind):
    counts = collections.Counter(label for item in records for label in labels_of(item))
    return [{"kind": kind, "id": label, "title": label, "count": count, "share": count / len(records)}
            for label, count in sorted(counts.items())]


class exact_answer(unittest.TestCase):
    """An answer made from the truth, in which no cell is small enough to be suppressed."""

    @classmethod
    def setUpClass(cls):
        cls.corpus = corpus.generate(400)
        records = cls.corpus.records
        cls.assigned = {item.title: {position for position, record in enumerate(records) if item.title in record.themes}
                        for item in cls.corpus.themes}
        cls.reasons = {"no_theme": {position for position, record in enumerate(records) if not record.themes}}
        themes = []
        for title, positions in cls.assigned.items():
            members = [records[position] for position in sorted(positions)]
            periods = collections.Counter(scores.month(item) for item in members)
            themes.append({"title": title, "record_count": len(members), "share": len(members) / len(records), "sub_themes": [],
                           "record_ids": [item.id for item in members], "first_seen": str(min(item.date for item in members)),
                           "periods": [{"period": period, "count": count} for period, count in sorted(periods.items())],
                           "quotes": [{"record_id": item.id, "text": next(text for text, name in item.sentences if name == title)}
                                      for item in {item.id: item for item in members}.values()][:3]})
        themes.sort(key=lambda theme: -theme["record_count"])
        count = len(cls.reasons["no_theme"])
        cls.exact = {"themes": themes, "unassigned_count": count, "unassigned": [{"reason": "no_theme", "record_count": count}]}

    def setUp(self):
        self.answer = copy.deepcopy(self.exact)

    def errors(self):
        return scores.count_errors(self.corpus, self.assigned, self.answer, self.reasons)

    def test_exact_counts_have_no_errors(self):
        self.assertEqual(self.errors(), [])
        self.assertEqual(scores.share_found(scores.themes_found(self.corpus, self.answer)), 1)
        self.assertEqual(scores.count_error(self.corpus, self.answer), 0)

    def test_each_wrong_count_is_an_error(self):
        theme = self.answer["themes"][0]
        for field, value in [("record_count", theme["record_count"] + 1), ("share", 0.5), ("record_ids", theme["record_ids"][1:]),
                             ("periods", theme["periods"][1:]), ("first_seen", None), ("title", "Another")]:
            with self.subTest(field):
                self.setUp()
                self.answer["themes"][0][field] = value
                self.assertNotEqual(self.errors(), [])
        for field, value in [("unassigned_count", 0), ("unassigned", []),
                             ("unassigned", [{"reason": "not_answered", "record_count": self.exact["unassigned_count"]}])]:
            with self.subTest(field):
                self.setUp()
                self.answer[field] = value
                self.assertNotEqual(self.errors(), [])

    def test_a_missing_theme_is_not_found(self):
        self.answer["themes"].pop(0)
        self.assertLess(scores.share_found(scores.themes_found(self.corpus, self.answer)), 1)
        self.assertGreater(scores.count_error(self.corpus, self.answer), 0)

    def test_quotes_are_sentences_of_their_record(self):
        self.assertEqual(scores.false_quotes(self.corpus, self.answer), [])
        self.assertEqual(scores.repeated_quotes(self.answer), [])
        quotes = self.answer["themes"][0]["quotes"]
        text = quotes[0]["text"]
        for wrong in [text + " Really.", text[:-1], text[:-1] + "…", text[1:], text.upper(), "<PERSON_0>" + text, ""]:
            quotes[0]["text"] = wrong
            self.assertEqual(len(scores.false_quotes(self.corpus, self.answer)), 1, wrong)
        quotes[0]["text"] = text.replace(text.split()[1], "<PERSON_0>", 1)
        self.assertEqual(scores.false_quotes(self.corpus, self.answer), [])
        quotes[0] = quotes[1]
        self.assertEqual(scores.repeated_quotes(self.answer), [self.answer["themes"][0]["title"]])

    def test_a_quote_of_another_record_is_false(self):
        first, second = self.answer["themes"][0]["quotes"][:2]
        first["text"], second["text"] = second["text"], first["text"]
        self.assertEqual(len(scores.false_quotes(self.corpus, self.answer)), 2)

    def test_changes_need_a_planted_kind(self):
        changes = [(change.code, sorted(change.kinds)[0]) for change in self.corpus.changes]
        self.assertEqual(scores.planted_flagged(self.corpus, changes), (5, []))
        self.assertEqual(scores.planted_flagged(self.corpus, [(corpus.RISE, "fall")])[0], 0)

    def test_a_change_that_is_not_in_the_data_has_a_high_p_value(self):
        self.assertLess(scores.best_possible_p(self.corpus, corpus.RISE, "rise"), 0.01)
        self.assertGreater(scores.best_possible_p(self.corpus, corpus.RISE, "fall"), 0.99)

    def test_a_change_that_is_drawn_anew_follows_its_profile(self):
        for kind, first in (("new", False), ("vanished", True)):
            drawn = self.corpus.with_change(kind, 20, 3)
            months = [item.date.month for item in drawn.records if drawn.changes[0].code in item.codes]
            self.assertTrue(months and all((month < 7) == first for month in months))
            self.assertEqual(len(drawn.records), len(self.corpus.records))

    def test_codes_above_and_below_a_carrier_are_related(self):
        related = scores.related_codes(self.corpus, {"Latrines"})
        self.assertEqual(related, {"Water and sanitation", "Latrines", "Full latrines", "Unsafe latrines at night"})

    def test_shuffled_dates_stay_the_same_dates(self):
        shuffled = self.corpus.with_shuffled_dates(1)
        self.assertEqual(collections.Counter(item.date for item in shuffled.records),
                         collections.Counter(item.date for item in self.corpus.records))
        self.assertNotEqual([item.date for item in shuffled.records], [item.date for item in self.corpus.records])

    def breakdown(self):
        groups = collections.defaultdict(list)
        for item in self.corpus.records:
            groups[item.metadata["channel"]].append(item)
        return [{"key": "channel", "values": [{"value": value, "record_count": len(members),
                                               "counts": [cell for cell in shares(members, lambda item: item.themes, "theme")
                                                          if cell["count"] >= scores.MIN_CELL]}
                                              for value, members in groups.items()]}]

    def test_wrong_and_unprotected_cells_are_errors(self):
        errors = lambda: scores.breakdown_errors(self.corpus, breakdown, "channel", lambda item: item.themes, "theme")
        breakdown = self.breakdown()
        self.assertEqual(errors(), [])
        cell = breakdown[0]["values"][0]["counts"][0]
        cell["count"] += 1
        self.assertEqual(len(errors()), 1)
        cell["count"] = None
        self.assertEqual(len(errors()), 2)  # a share without a count, and a total that reveals the count
        breakdown[0]["values"].pop()
        self.assertEqual(len(errors()), 3)

    def test_a_wrong_comparison_is_an_error(self):
        groups = [[item for item in self.corpus.records if item.metadata["channel"] == value] for value in ("radio", "sms")]
        cells = [{cell["id"]: cell for cell in shares(group, lambda item: item.themes, "theme")} for group in groups]
        difference = {"kind": "theme", "id": "Schools", "title": "Schools", "counts": [side["Schools"]["count"] for side in cells],
                      "shares": [side["Schools"]["share"] for side in cells], "low": -1, "high": 1, "p_value": 0.2, "significant": False}
        difference["difference"] = difference["shares"][1] - difference["shares"][0]
        comparison = {"groups": [{"record_count": len(group)} for group in groups], "differences": [difference]}
        errors = lambda: scores.comparison_errors(comparison, groups, lambda item: item.themes, "theme")
        self.assertEqual(errors(), [])
        for field, value in [("counts", [0, 0]), ("low", 1), ("p_value", 0.01), ("difference", 0.9), ("shares", [0.1, 0.2])]:
            with self.subTest(field):
                comparison["differences"] = [difference | {field: value}]
                self.assertNotEqual(errors(), [])


class statistics(unittest.TestCase):
    def test_false_discovery_control_is_that_of_benjamini_and_hochberg(self):
        # The 15 p-values of the example in the paper of 1995, of which four are significant at 5 %.
        values = [.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1.0]
        self.assertEqual(scores.significant_by_rate(values), [True] * 4 + [False] * 11)

    def test_the_tail_of_a_binomial_distribution(self):
        self.assertAlmostEqual(scores.binomial_tail(2, 1, 0.5), 0.75)
        self.assertAlmostEqual(scores.binomial_tail(100, 10, 0.05), 0.028188, places=5)


class generator(unittest.TestCase):
    def test_the_same_seed_writes_the_same_corpus(self):
        self.assertEqual(corpus.generate(200).wire(), corpus.generate(200).wire())
        self.assertNotEqual(corpus.generate(200, 1).wire(), corpus.generate(200, 2).wire())

    def test_every_language_and_theme_occurs(self):
        records = corpus.generate(400).records
        self.assertEqual({item.metadata["language"] for item in records}, set(corpus.phrases.LANGUAGES))
        self.assertEqual(len(corpus.generate(400).count_themes()), 12)
        self.assertEqual([item for item in records if "{" in item.content or "}" in item.content], [])

    def test_redaction_leaves_fingerprints(self):
        self.assertEqual(corpus.fingerprint("My neighbour <PERSON_0> in <LOCATION_12> asked."),
                         corpus.fingerprint("My neighbour Emily Carter in Abra asked."))


if __name__ == "__main__":
    unittest.main()
