#!/usr/bin/env python3
"""docs/performance.md has the values of the results, and each kind of value is shown as it is."""
import math
import os
import sys
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import document
import page

FIGURE = page.metric("seconds", "Latency", "s", chart=True, growth=True)


def result(points):
    return {"points": {str(x): subjects for x, subjects in points.items()}}


class the_page(unittest.TestCase):
    def test_has_the_tables_and_curves_of_the_results(self):
        for name, content in document.render(document.read_results(document.RESULTS)).items():
            with self.subTest(name), open(os.path.join(document.ROOT, "docs", name)) as file:
                self.assertEqual(file.read(), content, "bench/performance/run --render writes it anew")

    def test_has_five_rounds_or_more_of_each_part(self):
        for name, measured in document.read_results(document.RESULTS).items():
            self.assertGreaterEqual(measured["rounds"], 5, name)

    def test_is_quoted_by_the_readme(self):
        measured = document.read_results(document.RESULTS)["records"]
        seconds, calls, memory = (page.rounded(page.median(measured, "100000", "verbatim", key)) for key in ("seconds", "calls", "memory"))
        with open(os.path.join(document.ROOT, "README.md")) as file:
            self.assertIn(f"| {seconds} s, {calls} model calls, {memory} MiB above idle |", file.read())


class a_table(unittest.TestCase):
    def test_has_medians_ranges_ratios_and_growth(self):
        text = page.table(result({10: {"verbatim": {"seconds": [3, 1, 2]}, "nginx": {"seconds": [1]}},
                                  100: {"verbatim": {"seconds": [200]}, "before": {"seconds": [400]}}}), "Records", FIGURE)
        self.assertEqual(text.splitlines()[2:], ["| 10 | 2.00 (1.00 to 3.00) |  | 1.00 |  |  |",
                                                 "| 100 | 200 | 400 |  | 0.50 | 2.00 |"])

    def test_has_three_significant_digits(self):
        self.assertEqual([page.rounded(value) for value in (0, 0.001234, 0.9994, 9.996, 1234.5, 1234567)],
                         ["0", "0.00123", "0.999", "10.00", "1,230", "1,230,000"])


class a_curve(unittest.TestCase):
    def test_has_all_points_within_its_frame(self):
        text = page.chart(result({x: {"verbatim": {"seconds": [x, 2 * x]}, "nginx": {"seconds": [0]}} for x in (1, 10, 1000)}), "Records", FIGURE)
        root = xml.etree.ElementTree.fromstring(text)
        circles = [(float(circle.get("cx")), float(circle.get("cy"))) for circle in root.iter("{http://www.w3.org/2000/svg}circle")]
        self.assertEqual(len(circles), 3)
        self.assertTrue(all(0 < x < 640 and 0 < y < 300 for x, y in circles))
        self.assertEqual(circles, sorted(circles, key=lambda point: (point[0], -point[1])))

    def test_of_a_linear_cost_has_growth_1(self):
        self.assertTrue(math.isclose(page.exponent(100, 50, 10, 5), 1))
        self.assertTrue(math.isclose(page.exponent(100, 500, 10, 5), 2))


unittest.main()
