#!/usr/bin/env python3
"""Writes reference_values.json: requests of coding-agreement with the values of scikit-learn and krippendorff.

    python3 -m venv VENV
    VENV/bin/pip install -r tests/plugins/coding_agreement/requirements.txt
    VENV/bin/python tests/plugins/coding_agreement/make_reference_values.py

The tests read the table only.
"""
import json
import math
import pathlib
import random
import warnings

import krippendorff
import numpy
from sklearn.calibration import calibration_curve
from sklearn.metrics import (accuracy_score, brier_score_loss, cohen_kappa_score, precision_recall_curve,
                             precision_recall_fscore_support)
from sklearn.preprocessing import MultiLabelBinarizer

warnings.filterwarnings("ignore")
WANTED_PRECISION = 0.8
BINS = 10


def or_null(value):
    return None if math.isnan(value) else float(value)


def nominal(human, suggested):
    """Kappa and alpha of two lists of categories."""
    if len(set(human) | set(suggested)) == 1:
        return {"kappa": None, "alpha": None}
    numbers = {category: n for n, category in enumerate(sorted(set(human) | set(suggested)))}
    rows = [[numbers[category] for category in coder] for coder in (human, suggested)]
    return {"kappa": or_null(cohen_kappa_score(*rows)),
            "alpha": or_null(krippendorff.alpha(rows, level_of_measurement="nominal"))}


def masi(left, right):
    if left == right:
        return 0.0
    common = left & right
    if not common:
        return 1.0
    return 1 - len(common) / len(left | right) * (2 / 3 if common in (left, right) else 1 / 3)


def of_sets(human, suggested):
    """Kappa and alpha of two lists of sets, with MASI distances. scikit-learn has no kappa with free weights."""
    domain = sorted(set(human) | set(suggested), key=sorted)
    if len(domain) == 1:
        return {"kappa": None, "alpha": None}
    distances = numpy.array([[masi(a, b) for b in domain] for a in domain])
    rows = numpy.array([[domain.index(codes) for codes in coder] for coder in (human, suggested)])
    observed = distances[rows[0], rows[1]].mean()
    expected = distances[numpy.ix_(rows[0], rows[1])].mean()
    alpha = krippendorff.alpha(rows, value_domain=list(range(len(domain))),
                               level_of_measurement=lambda v1, v2, i1, i2, n_v, dtype=float: distances[i1, i2])
    return {"kappa": float(1 - observed / expected), "alpha": or_null(alpha)}


def scores(truth, output, average):
    precision, recall, f1, _ = precision_recall_fscore_support(truth, output, average=average, zero_division=numpy.nan)
    if average:
        return {"precision": or_null(precision), "recall": or_null(recall), "f1": or_null(f1)}
    return [{"precision": or_null(p), "recall": or_null(r), "f1": or_null(f)} for p, r, f in zip(precision, recall, f1)]


def confidence(records, level):
    scored, human_codes = [], 0
    for record in records:
        human = cut(record["human"], level)
        human_codes += len(human)
        highest = {}
        for suggestion in record["suggested"]:
            for code in cut([suggestion["code"]], level):
                if suggestion.get("confidence") is not None:
                    highest[code] = max(highest.get(code, 0), suggestion["confidence"])
        scored += [(value, code in human) for code, value in highest.items()]
    if not scored:
        return None
    values = numpy.array([value for value, _ in scored])
    correct = numpy.array([is_correct for _, is_correct in scored], dtype=int)
    precision, mean = calibration_curve(correct, values, n_bins=BINS, strategy="uniform")
    counts = numpy.histogram(numpy.searchsorted(numpy.linspace(0, 1, BINS + 1)[1:-1], values), range(BINS + 1))[0]
    filled = counts[counts > 0]
    result = {"suggested_codes": len(scored), "brier_score": float(brier_score_loss(correct, values)),
              "expected_calibration_error": float((filled / len(scored) * abs(precision - mean)).sum()),
              "counts": counts.tolist(), "mean_confidence": mean.tolist(), "precision": precision.tolist(),
              "best_f1": None, "wanted_precision": None}
    if human_codes == 0:
        return result
    # Human codes that were not suggested are positives below every threshold.
    missing = human_codes - int(correct.sum())
    curve = precision_recall_curve(numpy.append(correct, [1] * missing), numpy.append(values, [-1] * missing))
    points = [(float(t), float(p), float(r)) for p, r, t in zip(*curve) if t >= 0]
    f1 = [2 * p * r / (p + r) if p + r else 0 for _, p, r in points]
    highest = max(f1)
    best = max(point for point, value in zip(points, f1) if math.isclose(value, highest))
    result["best_f1"] = {"threshold": best[0], "precision": best[1], "recall": best[2], "f1": highest}
    reaching = [point for point in points if point[1] >= WANTED_PRECISION - 1e-12]
    if reaching:
        result["wanted_precision"] = dict(zip(("threshold", "precision", "recall"), min(reaching)))
    return result


def cut(codes, level):
    """The set of codes at a level, or of complete codes."""
    return frozenset(tuple(code[:level]) for code in codes if level is None or len(code) >= level)


def values_of(records, level):
    human = [cut(record["human"], level) for record in records]
    suggested = [cut([s["code"] for s in record["suggested"]], level) for record in records]
    used = sorted(frozenset().union(*human, *suggested))
    result = {**of_sets(human, suggested), "codes": [], "confidence": confidence(records, level)}
    if all(len(codes) == 1 for codes in human + suggested):
        single = [[next(iter(codes)) for codes in coder] for coder in (human, suggested)]
        result.update(nominal(*single))
        result["exact_match"] = float(accuracy_score(*[["/".join(code) for code in coder] for coder in single]))
    if not used:
        return result
    binarizer = MultiLabelBinarizer(classes=used)
    truth, output = binarizer.fit_transform(human), binarizer.transform(suggested)
    result["exact_match"] = float(accuracy_score(truth, output))
    result["micro"] = scores(truth, output, "micro")
    result["macro"] = scores(truth, output, "macro")
    for n, (code, by_code) in enumerate(zip(used, scores(truth, output, None))):
        result["codes"].append({"code": code, **by_code, **nominal(truth[:, n].tolist(), output[:, n].tolist())})
    return result


def interval(records, resamples=4000):
    """Percentile bootstrap of kappa and alpha of complete codes; depends on random numbers."""
    generator = numpy.random.default_rng(7)
    kappas, alphas = [], []
    for _ in range(resamples):
        sample = [records[n] for n in generator.integers(0, len(records), len(records))]
        both = of_sets(cut_all(sample, "human"), cut_all(sample, "suggested"))
        kappas.append(both["kappa"])
        alphas.append(both["alpha"])
    return {name: numpy.quantile([v for v in values if v is not None], [0.025, 0.975]).tolist()
            for name, values in (("kappa", kappas), ("alpha", alphas))}


def cut_all(records, coder):
    return [cut([c["code"] if coder == "suggested" else c for c in record[coder]], None) for record in records]


def random_records(source, count, codes, most, accuracy, scored):
    """Records whose suggestions equal the human codes with the probability `accuracy`."""
    records = []
    for n in range(count):
        human = source.sample(codes, min(len(codes), source.randint(*most)))
        suggested = list(human)
        if source.random() > accuracy:
            suggested = source.sample(codes, min(len(codes), source.randint(*most)))
        entries = []
        for code in suggested:
            entry = {"code": code}
            if scored and source.random() < 0.95:
                chance = 0.55 if code in human else 0.35
                entry["confidence"] = round(min(1, max(0, source.gauss(chance + 0.1, 0.2))), 2)
            entries.append(entry)
        records.append({"id": f"R-{n}", "human": human, "suggested": entries})
    return records


def case(name, records, with_interval=False):
    levels = max([len(code) for record in records
                  for code in record["human"] + [s["code"] for s in record["suggested"]]], default=0)
    result = {"name": name, "records": records, "overall": values_of(records, None),
              "levels": [values_of(records, level + 1) for level in range(levels)]}
    if with_interval:
        result["interval"] = interval(records)
    return result


def flat(*names):
    return [[name] for name in names]


def main():
    source = random.Random(20260301)
    letters = flat(*"ABCDEF")
    tree = [[a, b, c] for a in "AB" for b in "XY" for c in ("1", "2")]
    uneven = [["A"], ["A", "X"], ["A", "X", "1"], ["B", "X", "1"], ["B", "Y"], ["C"]]
    cases = [
        case("one code in each record", random_records(source, 60, letters, (1, 1), 0.6, True), True),
        case("two codes, chance agreement", random_records(source, 40, flat("A", "B"), (1, 1), 0.0, True)),
        case("sets of codes, some empty", random_records(source, 60, letters, (0, 3), 0.5, True), True),
        case("paths of three levels", random_records(source, 50, tree, (1, 1), 0.4, True)),
        case("sets of paths of different length", random_records(source, 50, uneven, (0, 3), 0.5, True)),
        case("without confidence", random_records(source, 20, letters, (1, 2), 0.7, False)),
        case("a single category", [{"id": "1", "human": [["A"]], "suggested": [{"code": ["A"], "confidence": 0.5}]},
                                   {"id": "2", "human": [["A"]], "suggested": [{"code": ["A"], "confidence": 1}]}]),
        case("a single record", [{"id": "1", "human": [["A"]], "suggested": [{"code": ["B"], "confidence": 0}]}]),
        case("constant coders that differ", [{"id": str(n), "human": [["A"]], "suggested": [{"code": ["B"]}]}
                                             for n in range(3)]),
        case("no codes", [{"id": "1", "human": [], "suggested": []}, {"id": "2", "human": [], "suggested": []}]),
        case("nothing suggested", [{"id": "1", "human": [["A"]], "suggested": []},
                                   {"id": "2", "human": [["B"]], "suggested": []}]),
        case("bounds of bins", [{"id": str(n), "human": [["A"]] if n % 3 else [["B"]],
                                 "suggested": [{"code": ["A"], "confidence": n / 10}]} for n in range(11)]),
    ]
    table = {"bins": BINS, "wanted_precision": WANTED_PRECISION, "cases": cases}
    path = pathlib.Path(__file__).with_name("reference_values.json")
    path.write_text("{\n" + ",\n".join(
        f"{json.dumps(key)}: " + (json.dumps(value) if key != "cases" else
                                  "[\n" + ",\n".join(json.dumps(entry) for entry in value) + "\n]")
        for key, value in table.items()) + "\n}\n")


main()
