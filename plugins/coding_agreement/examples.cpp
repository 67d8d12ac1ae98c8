#include "wire.hpp"

namespace verbatim::coding_agreement::examples {

namespace {

const std::string records = R"({
  "records": [
    {"id": "F-1", "language": "en", "human": [["Health", "Medicine"]],
     "suggested": [{"code": ["Health", "Medicine"], "confidence": 0.9}]},
    {"id": "F-2", "language": "en", "human": [["Health", "Staff"]],
     "suggested": [{"code": ["Health", "Medicine"], "confidence": 0.4}]},
    {"id": "F-3", "language": "en", "human": [["Water"]], "suggested": [{"code": ["Water"], "confidence": 0.8}]},
    {"id": "F-4", "language": "fr", "human": [["Water"]], "suggested": []}
  ])";

} // namespace

std::string request()
{
    return records + R"(,
  "wanted_precision": 0.9,
  "confidence_bins": 2
})";
}

std::string request_by_language()
{
    return records + R"(,
  "by": ["language"]
})";
}

std::string response()
{
    // All records are of one kind, so its report is the one of all records.
    const std::string report = R"(
  "record_count": 4,
  "overall": {
    "kappa": {"value": 0.333333, "low": 0.0, "high": 1.0},
    "alpha": {"value": 0.363636, "low": -0.4, "high": 1.0}, "exact_match": 0.5,
    "micro": {"precision": 0.666667, "recall": 0.5, "f1": 0.571429},
    "macro": {"precision": 0.75, "recall": 0.5, "f1": 0.444444},
    "confidence": {
      "suggested_codes": 3, "expected_calibration_error": 0.233333, "brier_score": 0.07,
      "bins": [
        {
          "from": 0.0, "to": 0.5, "count": 1, "mean_confidence": 0.4, "precision": 0.0, "low": 0.0,
          "high": 0.793451
        },
        {
          "from": 0.5, "to": 1.0, "count": 2, "mean_confidence": 0.85, "precision": 1.0, "low": 0.34238,
          "high": 1.0
        }
      ],
      "best_f1": {
        "threshold": 0.8, "suggested_codes": 2, "precision": 1.0, "low": 0.34238, "high": 1.0, "recall": 0.5,
        "f1": 0.666667
      },
      "wanted_precision": {
        "threshold": 0.8, "suggested_codes": 2, "precision": 1.0, "low": 0.34238, "high": 1.0, "recall": 0.5,
        "f1": 0.666667
      },
      "assured_precision": null
    }
  },
  "people": null,
  "levels": [
    {
      "level": 1, "kappa": {"value": 0.6, "low": 0.0, "high": 1.0},
      "alpha": {"value": 0.631579, "low": -0.166667, "high": 1.0}, "exact_match": 0.75,
      "micro": {"precision": 1.0, "recall": 0.75, "f1": 0.857143},
      "macro": {"precision": 1.0, "recall": 0.75, "f1": 0.833333},
      "confidence": {
        "suggested_codes": 3, "expected_calibration_error": 0.3, "brier_score": 0.136667,
        "bins": [
          {
            "from": 0.0, "to": 0.5, "count": 1, "mean_confidence": 0.4, "precision": 1.0, "low": 0.206549,
            "high": 1.0
          },
          {
            "from": 0.5, "to": 1.0, "count": 2, "mean_confidence": 0.85, "precision": 1.0, "low": 0.34238,
            "high": 1.0
          }
        ],
        "best_f1": {
          "threshold": 0.4, "suggested_codes": 3, "precision": 1.0, "low": 0.438503, "high": 1.0, "recall": 0.75,
          "f1": 0.857143
        },
        "wanted_precision": {
          "threshold": 0.4, "suggested_codes": 3, "precision": 1.0, "low": 0.438503, "high": 1.0, "recall": 0.75,
          "f1": 0.857143
        },
        "assured_precision": null
      },
      "codes": [
        {
          "code": ["Health"], "human": 2, "suggested": 2, "both": 2, "precision": 1.0, "recall": 1.0, "f1": 1.0,
          "kappa": {"value": 1.0, "low": 1.0, "high": 1.0}, "alpha": {"value": 1.0, "low": 1.0, "high": 1.0}
        },
        {
          "code": ["Water"], "human": 2, "suggested": 1, "both": 1, "precision": 1.0, "recall": 0.5,
          "f1": 0.666667, "kappa": {"value": 0.5, "low": 0.0, "high": 1.0},
          "alpha": {"value": 0.533333, "low": -0.4, "high": 1.0}
        }
      ],
      "codes_omitted": 0,
      "confusions": [{"human": ["Water"], "suggested": null, "record_count": 1, "record_ids": ["F-4"]}]
    },
    {
      "level": 2, "kappa": {"value": 0.6, "low": 0.0, "high": 1.0},
      "alpha": {"value": 0.631579, "low": -0.166667, "high": 1.0}, "exact_match": 0.75,
      "micro": {"precision": 0.5, "recall": 0.5, "f1": 0.5},
      "macro": {"precision": 0.5, "recall": 0.5, "f1": 0.333333},
      "confidence": {
        "suggested_codes": 2, "expected_calibration_error": 0.25, "brier_score": 0.085,
        "bins": [
          {
            "from": 0.0, "to": 0.5, "count": 1, "mean_confidence": 0.4, "precision": 0.0, "low": 0.0,
            "high": 0.793451
          },
          {
            "from": 0.5, "to": 1.0, "count": 1, "mean_confidence": 0.9, "precision": 1.0, "low": 0.206549,
            "high": 1.0
          }
        ],
        "best_f1": {
          "threshold": 0.9, "suggested_codes": 1, "precision": 1.0, "low": 0.206549, "high": 1.0, "recall": 0.5,
          "f1": 0.666667
        },
        "wanted_precision": {
          "threshold": 0.9, "suggested_codes": 1, "precision": 1.0, "low": 0.206549, "high": 1.0, "recall": 0.5,
          "f1": 0.666667
        },
        "assured_precision": null
      },
      "codes": [
        {
          "code": ["Health", "Medicine"], "human": 1, "suggested": 2, "both": 1, "precision": 0.5, "recall": 1.0,
          "f1": 0.666667, "kappa": {"value": 0.5, "low": 0.0, "high": 1.0},
          "alpha": {"value": 0.533333, "low": -0.4, "high": 1.0}
        },
        {
          "code": ["Health", "Staff"], "human": 1, "suggested": 0, "both": 0, "precision": null, "recall": 0.0,
          "f1": 0.0, "kappa": {"value": 0.0, "low": 0.0, "high": 0.0},
          "alpha": {"value": 0.0, "low": -0.4, "high": 0.0}
        }
      ],
      "codes_omitted": 0,
      "confusions": [
        {
          "human": ["Health", "Staff"], "suggested": ["Health", "Medicine"], "record_count": 1,
          "record_ids": ["F-2"]
        }
      ]
    }
  ])";
    return "{" + report + R"(,
  "verdict": {"grade": "few_records", "record_count": 0, "code_count": 0, "low": null, "high": null},
  "blind": null,
  "not_blind": {)" +
           report + R"(
  },
  "bootstrap_resamples": 1000, "by": []
})";
}

} // namespace verbatim::coding_agreement::examples
