"""Compares answers of the server with a corpus whose truth is known, and with what a stub assigned."""
import collections
import dataclasses
import math
import re

from corpus import PLACEHOLDER

SIGNIFICANCE = 0.05
MIN_CELL = 5
MIN_F1 = 0.5
MIN_CARRIER_F1 = 0.25  # as in bench/meaning
ROUNDING = 0.500001e-4  # of shares with four decimals
MIN_CUT_QUOTE = 100  # characters


def ids(records):
    """Ids may repeat."""
    return collections.Counter(item.id for item in records)


def f1(reported, truth):
    """Of two multisets: precision, recall and F1."""
    common = (reported & truth).total()
    if not common:
        return 0.0, 0.0, 0.0
    precision, recall = common / reported.total(), common / truth.total()
    return precision, recall, 2 * precision * recall / (precision + recall)


def records_of(theme):
    return collections.Counter(theme["record_ids"])


def themes_found(corpus, response):
    """For each planted theme the best F1 of a reported one, and that theme; a theme counts as found from 0.5."""
    best = {}
    for planted in {title for item in corpus.records for title in item.themes}:
        truth = ids(item for item in corpus.records if planted in item.themes)
        best[planted] = max(((f1(records_of(theme), truth)[2], theme) for theme in response["themes"]),
                            key=lambda pair: pair[0], default=(0.0, None))
    return best


def share_found(best):
    return sum(score >= MIN_F1 for score, _ in best.values()) / len(best)


def purity(corpus, response, labels_of):
    """The mean share of the most frequent label in the records of a theme."""
    labels = {item.id: labels_of(item) for item in corpus.records}
    shares = []
    for theme in response["themes"]:
        counts = collections.Counter(label for name in theme["record_ids"] for label in labels[name])
        shares.append(max(counts.values(), default=0) / len(theme["record_ids"]))
    return sum(shares) / len(shares) if shares else 0.0


def month(record):
    return f"{record.date:%Y-%m}"


def period(record, length):
    """The label of the period of a record, `week` or `month`."""
    if length == "month":
        return month(record)
    year, week, _ = record.date.isocalendar()
    return f"{year}-W{week:02}"


def count_errors(corpus, assigned, response, reasons=None):
    """Problems of the counts. `assigned` maps a title to the positions of the records that the model assigned, `reasons` a reason
    to the positions of the records that have no theme for it; both are exact."""
    records, problems = corpus.records, []

    def compare(what, value, expected):
        if value != expected:
            problems.append(f"{what}: {str(value)[:80]} instead of {str(expected)[:80]}")

    reported = {theme["title"]: theme for theme in response["themes"]}
    compare("titles", sorted(reported), sorted(title for title, positions in assigned.items() if positions))
    compare("order", [theme["record_count"] for theme in response["themes"]],
            sorted((theme["record_count"] for theme in response["themes"]), reverse=True))
    for title, theme in reported.items():
        members = [records[position] for position in sorted(assigned.get(title, ()))]
        compare(f"{title}: record_count", theme["record_count"], len(members))
        if abs(theme["share"] - len(members) / len(records)) > ROUNDING:
            problems.append(f"{title}: share {theme['share']} of {len(members)} records")
        shown = [item.id for item in members]
        compare(f"{title}: record_ids", theme["record_ids"], shown[:len(shown) - (theme.get("record_ids_omitted") or 0)])
        compare(f"{title}: periods", {entry["period"]: entry["count"] for entry in theme["periods"]},
                dict(sorted(collections.Counter(month(item) for item in members).items())))
        compare(f"{title}: first_seen", theme["first_seen"], str(min((item.date for item in members), default=None)))
        for part in theme["sub_themes"]:
            if records_of(part) - ids(members):
                problems.append(f"{title}: {part['title']} holds records that the theme does not hold")
    in_themes = set().union(*assigned.values()) if assigned else set()
    compare("unassigned_count", response["unassigned_count"], len(records) - len(in_themes))
    compare("unassigned", sum(entry["record_count"] for entry in response["unassigned"]), response["unassigned_count"])
    for entry in response["unassigned"] if reasons is not None else ():
        compare(f"unassigned, {entry['reason']}", entry["record_count"], len(reasons.get(entry["reason"], ())))
    return problems


def count_error(corpus, response):
    """The mean relative error of the counts of the planted themes, 1 for a theme that is not reported."""
    truth, errors = corpus.count_themes(), []
    for planted, (score, theme) in themes_found(corpus, response).items():
        errors.append(min(1.0, abs(theme["record_count"] - truth[planted]) / truth[planted]) if score >= MIN_F1 else 1.0)
    return sum(errors) / len(errors)


def quotes_of(response):
    return [(theme, quote) for theme in response["themes"] for quote in theme["quotes"]]


def is_sentence_of(quote, record):
    """Whether the quote is a sentence of the record; a placeholder stands for any words, an ellipsis for the rest of a long one.
    Marks around a sentence may be missing."""
    pattern = ".+?".join(re.escape(part) for part in PLACEHOLDER.split(quote.removesuffix("…")))
    if quote.endswith("…") and len(quote) > MIN_CUT_QUOTE:
        pattern += ".*"
    if record.sentences:
        return any(re.fullmatch(pattern, text) for text, _ in record.sentences)
    pattern = r"\s+".join(pattern.replace(r"\ ", " ").split(" "))
    return re.search(r"(?:^|[.!?؟…]\W+|\n\W*)" + pattern + r"(?=\W*(?:\s|$))", record.content) is not None


def false_quotes(corpus, response):
    """Quotes that are no sentence of a record of their theme with their id."""
    by_id = collections.defaultdict(list)
    for item in corpus.records:
        by_id[item.id].append(item)
    return [quote for theme, quote in quotes_of(response)
            if quote["record_id"] not in theme["record_ids"]
            or not any(is_sentence_of(quote["text"], item) for item in by_id[quote["record_id"]])]


def repeated_quotes(response):
    """Themes that quote a record twice, or more than three."""
    return [theme["title"] for theme in response["themes"]
            if len(theme["quotes"]) > 3 or len({quote["record_id"] for quote in theme["quotes"]}) < len(theme["quotes"])]


def share_of_quotes_on_topic(corpus, response):
    """The share of quotes whose sentence is about the planted theme of most records of the theme."""
    by_id, right, count = {item.id: item for item in corpus.records}, 0, 0
    for theme in response["themes"]:
        planted = collections.Counter(title for name in theme["record_ids"] for title in by_id[name].themes)
        main = max(planted, key=planted.get, default=None)
        for quote in theme["quotes"]:
            about = [title for text, title in by_id[quote["record_id"]].sentences
                     if is_sentence_of(quote["text"], dataclasses.replace(by_id[quote["record_id"]], sentences=[(text, title)]))]
            right, count = right + (main in about), count + 1
    return right / count if count else 0.0


def sub_theme_purity(corpus, response):
    """The mean share of the most frequent aspect in the records of a sub-theme."""
    by_id, shares = {item.id: item for item in corpus.records}, []
    for theme in response["themes"]:
        for part in theme["sub_themes"]:
            counts = collections.Counter(aspect for name in part["record_ids"] for aspect in by_id[name].aspects)
            shares.append(max(counts.values(), default=0) / len(part["record_ids"]))
    return sum(shares) / len(shares) if shares else 0.0


def repeated_titles(response):
    """Sub-themes whose title another theme or sub-theme of the answer has, in any case."""
    counts = collections.Counter(part["title"].casefold() for theme in response["themes"] for part in [theme, *theme["sub_themes"]])
    return [part["title"] for theme in response["themes"] for part in theme["sub_themes"] if counts[part["title"].casefold()] > 1]


def changes_of_carriers(corpus, response):
    """The changes of themes as (code, kind): of each planted change those of the theme that resembles its records most, if its F1
    is at least MIN_CARRIER_F1."""
    found = []
    for change in corpus.changes:
        truth = ids(item for item in corpus.records if change.code in item.themes | item.aspects | item.codes)
        likeness = {n: f1(records_of(theme), truth)[2] for n, theme in enumerate(response["themes"])}
        nearest = max(likeness, key=likeness.get, default=None)
        if nearest is not None and likeness[nearest] >= MIN_CARRIER_F1:
            found += [(change.code, entry["kind"]) for entry in response["themes"][nearest]["changes"]]
    return found


def flagged(changes, name):
    """`changes`: (name, kind). Kinds by name."""
    kinds = collections.defaultdict(set)
    for code, kind in changes:
        kinds[code].add(kind)
    return kinds[name]


def planted_flagged(corpus, changes):
    """The planted changes that are reported with one of their kinds, and the names of the others."""
    missed = [change.name for change in corpus.changes if not flagged(changes, change.code) & change.kinds]
    return len(corpus.changes) - len(missed), missed


def best_possible_p(corpus, code, kind):
    """The one-sided p-value of a test that knows the code and whether it is a `rise` or a `fall`: the mean day of its
    records among the days of all, with the normal approximation. A planted change that this test misses is not in the data."""
    days = [item.date.toordinal() for item in corpus.records]
    own = [item.date.toordinal() for item in corpus.records if code in item.codes]
    mean = sum(days) / len(days)
    variance = sum((day - mean) ** 2 for day in days) / (len(days) - 1) / len(own) * (1 - len(own) / len(days))
    excess = (sum(own) / len(own) - mean) / math.sqrt(variance)
    return math.erfc((excess if kind == "rise" else -excess) / math.sqrt(2)) / 2


def related_codes(corpus, carriers):
    """The carriers, and the codes that are parts of one or contain one."""
    members = collections.defaultdict(set)
    for position, item in enumerate(corpus.records):
        for code in item.codes:
            members[code].add(position)
    return carriers | {code for code, positions in list(members.items()) for carrier in carriers
                       if positions <= members[carrier] or positions >= members[carrier] > set()}


def breakdown_errors(corpus, breakdown, key, labels_of, kind):
    """Problems of a breakdown by a key. `labels_of` gives the labels of a record that are counted."""
    problems, groups = [], collections.defaultdict(list)
    for item in corpus.records:
        groups[item.metadata[key]].append(item)
    values = next(entry["values"] for entry in breakdown if entry["key"] == key)
    rest = [value for value in groups if value not in {entry["value"] for entry in values}]
    if rest:  # small groups share a group without a value
        groups[None] = [item for value in rest for item in groups.pop(value)]
    if {value["value"] for value in values} != set(groups):
        problems.append(f"{key}: values {[value['value'] for value in values]}")
    hidden = collections.Counter()
    for value in values:
        members = groups[value["value"]]
        truth = collections.Counter(label for item in members for label in labels_of(item))
        if value["record_count"] not in (len(members), None):
            problems.append(f"{key} {value['value']}: record_count {value['record_count']} instead of {len(members)}")
        for cell in value["counts"]:
            if cell["kind"] != kind:
                continue
            label = cell["title"] if kind == "theme" else cell["id"]
            where = f"{key} {value['value']}, {label}"
            if cell["count"] is None:
                hidden[label] += 1
                if cell["share"] is not None:
                    problems.append(f"{where}: a share without a count")
            elif cell["count"] != truth[label]:
                problems.append(f"{where}: {cell['count']} instead of {truth[label]}")
            elif 0 < cell["count"] < MIN_CELL:
                problems.append(f"{where}: {cell['count']} is below the minimum and not suppressed")
            elif abs(cell["share"] - truth[label] / len(members)) > ROUNDING:
                problems.append(f"{where}: share {cell['share']}")
    problems += [f"{key}, {label}: the total reveals the only suppressed cell" for label, count in hidden.items() if count == 1]
    return problems


def significant_by_rate(p_values, rate=SIGNIFICANCE):
    """Benjamini-Hochberg: whether each of the p-values is significant."""
    ordered = sorted(p_values)
    limit = max((value for rank, value in enumerate(ordered, 1) if value <= rate * rank / len(ordered)), default=-1.0)
    return [value <= limit for value in p_values]


def comparison_errors(comparison, groups, labels_of, kind):
    """Problems of a comparison of two lists of records."""
    problems = []
    sizes = [entry["record_count"] for entry in comparison["groups"]]
    if sizes != [len(group) for group in groups]:
        problems.append(f"groups of {sizes} records")
    truth = [collections.Counter(label for item in group for label in labels_of(item)) for group in groups]
    tested = [entry for entry in comparison["differences"] if entry.get("p_value") is not None]
    for entry in comparison["differences"]:
        if entry["kind"] != kind:
            continue
        label = entry["title"] if kind == "theme" else entry["id"]
        for side, count in enumerate(entry["counts"]):
            if count is not None and count != truth[side][label]:
                problems.append(f"{label}: {entry['counts']}")
            if count is not None and abs(entry["shares"][side] - count / max(sizes[side], 1)) > ROUNDING:
                problems.append(f"{label}: shares {entry['shares']}")
        if entry["difference"] is None:
            continue
        if abs(entry["difference"] - entry["shares"][1] + entry["shares"][0]) > 3 * ROUNDING:
            problems.append(f"{label}: difference {entry['difference']} of {entry['shares']}")
        if not entry["low"] <= entry["difference"] <= entry["high"]:
            problems.append(f"{label}: interval {entry['low']} to {entry['high']} around {entry['difference']}")
    complete = len(tested) == len(comparison["differences"])  # suppressed p-values count in the rate too
    for entry, significant in zip(tested, significant_by_rate([entry["p_value"] for entry in tested])):
        if complete and entry["significant"] != significant:
            problems.append(f"{entry['id']}: significant is {entry['significant']} with p {entry['p_value']}")
    return problems


def binomial_tail(trials, successes, rate):
    """The probability of at least as many successes."""
    term, total = (1 - rate) ** trials, 0.0
    for count in range(trials + 1):
        if count >= successes:
            total += term
        term *= (trials - count) / (count + 1) * rate / (1 - rate)
    return total
