"""Writes the workbooks among the examples: python3 workbooks.py, with the packages of requirements.txt.

KoboToolbox and Taguette write with XlsxWriter, QualCoder with openpyxl. The sources of the columns are in expected.json.
"""

import csv
import datetime
import pathlib

import openpyxl
import xlsxwriter

FOLDER = pathlib.Path(__file__).parent
TEXTS = ["No water since Monday", "The queue is too long", "The tap is broken again"]
DAYS = [datetime.datetime(2026, 3, day, 8, 5) for day in (1, 2, 13)]


def written(name, sheets, **options):
    """A workbook of XlsxWriter; dates are numbers with a format."""
    options["default_date_format"] = "dd/mm/yyyy hh:mm"
    workbook = xlsxwriter.Workbook(FOLDER / name, options)
    workbook.set_properties({"created": datetime.datetime(2026, 3, 1)})
    for title, rows in sheets.items():
        sheet = workbook.add_worksheet(title)
        for number, cells in enumerate(rows):
            sheet.write_row(number, 0, cells)
    return workbook


def qualcoder():
    workbook = openpyxl.Workbook()
    workbook.properties.created = workbook.properties.modified = datetime.datetime(2026, 3, 1)
    sheet = workbook.active
    sheet.append(["File", "Coder", "Coded", "Id", "Codename", "Coded_Memo", "Category"])
    for number, text in enumerate(TEXTS):
        sheet.append(["interview.txt", "amina", text, f"ctid:{11 + number}", "water" if number else "waiting", "", "services"])
    workbook.save(FOLDER / "qualcoder.xlsx")


def framework():
    """The rows of the framework as a workbook."""
    workbook = openpyxl.Workbook()
    workbook.properties.created = workbook.properties.modified = datetime.datetime(2026, 3, 1)
    with open(FOLDER / "frameworks" / "rows.csv", newline="", encoding="utf-8") as file:
        for row in csv.reader(file):
            workbook.active.append([cell or None for cell in row])
    workbook.save(FOLDER / "frameworks" / "rows.xlsx")


def main():
    submitted = [[DAYS[at], "north", text, 4411020 + at, f"7d0c1b2e-55aa-4c1e-9d7f-00000000000{at}", day, at + 1] for at, (text, day) in enumerate(zip(TEXTS, DAYS))]
    members = [["Amina", 1, "survey", 1], ["Yusuf", 2, "survey", 1]]
    written("kobo.xlsx", {
        "survey": [["start", "grp/district", "grp/what_happened", "_id", "_uuid", "_submission_time", "_index"], *submitted],
        "members": [["members/name", "_index", "_parent_table_name", "_parent_index"], *members],
    }).close()
    tags = [[str(number + 1), "interview.docx", tag, text] for number, text in enumerate(TEXTS) for tag in ("water", "waiting")]
    written("taguette.xlsx", {"highlights": [["id", "document", "tag", "content"], *tags]}).close()
    answers = [[at + 1, day, day, "anonymous", "", text] for at, (text, day) in enumerate(zip(TEXTS, DAYS))]
    head = ["ID", "Start time", "Completion time", "Email", "Name", "What happened?"]
    written("microsoft_forms.xlsx", {"Sheet1": [head, *answers]}).close()
    written("from_1904.xlsx", {"Sheet1": [head, *answers]}, date_1904=True).close()

    register = [["", "", ""], ["Date", "Feedback", "People"], *[[day, text, 2] for text, day in zip(TEXTS, DAYS)], ["Total", "", 6]]
    workbook = written("merged_title.xlsx", {"March": register})
    workbook.worksheets()[0].merge_range(0, 0, 0, 2, "Register of March 2026")
    workbook.close()
    qualcoder()
    framework()


main()
