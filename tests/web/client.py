"""Calls every operation with a generated Python client. Arguments: folder of the client, address, key, superuser key."""

import sys
from pathlib import Path

folder, address, key, superuser_key = sys.argv[1:]
sys.path.insert(0, folder)

from verbatim_client import AuthenticatedClient, Client
from verbatim_client.api.bulk_inference import analyze_bulk, assign_codes_bulk, detect_sensitive_bulk, suggest_codes, summarize_bulk
from verbatim_client.api.default import health
from verbatim_client.api.inference import assign_codes, coding_agreement, detect_sensitive, summarize, translate_themes
from verbatim_client.api.jobs import cancel_job, delete_job, erase_answer, job, job_events, job_result, list_jobs
from verbatim_client.api.usage_tracking import bills, limits, limits_all, usage, usage_all_by_operation, usage_all_by_tenant
from verbatim_client.api.user_management import add_key, delete_key, list_keys
from verbatim_client.models import (
    AnalysisMode,
    AnalyzeBulkRequest,
    AssignCodesBulkRequest,
    AssignCodesRequest,
    CodedRecord,
    CodingAgreementRequest,
    CodingFramework,
    CodingNode,
    DetectSensitiveBulkRequest,
    DetectSensitiveRequest,
    DryRun,
    Error,
    ErrorCode,
    FeedbackRecord,
    FeedbackRecordMetadata,
    JobStatus,
    KeyRequest,
    SensitivityType,
    SuggestCodesRequest,
    SuggestedCode,
    SummarizeBulkRequest,
    SummarizeRequest,
    ThemeOfRequest,
    TranslateThemesRequest,
    TrendPeriod,
    UsageGrouping,
)

client = AuthenticatedClient(base_url=address, token=key, raise_on_unexpected_status=True)
superuser = AuthenticatedClient(base_url=address, token=superuser_key, raise_on_unexpected_status=True)
called = set()


def call(operation, caller=client, status=200, **arguments):
    called.add(operation.__name__.rsplit(".", 1)[1])
    response = operation.sync_detailed(client=caller, **arguments)
    assert response.status_code == status, response.content
    return response.parsed


def feedback(record_id, content):
    metadata = FeedbackRecordMetadata.from_dict({"created": "2026-03-02 08:15:00", "coding_level_1": "Health"})
    return FeedbackRecord(id=record_id, content=content, metadata=metadata)


record = feedback("a-1", "The clinic ran out of insulin twice this month.")
bribe = feedback("a-2", "The man at the desk asks for a bribe before he puts a family on the list.")

assert call(health, caller=Client(base_url=address)).status == "ok"

analysis = call(
    analyze_bulk,
    body=AnalyzeBulkRequest(
        feedback_records=[record, bribe],
        prompt="Which shortages are reported?",
        mode=AnalysisMode.SINGLE_PASS,
        period=TrendPeriod.WEEK,
    ),
)
assert "insulin" in analysis.analysis.lower()
assert analysis.coding_trends.cells[0].code == "Health", "the server reads typed metadata"

summary = call(summarize, body=SummarizeRequest(feedback_record=record))
assert summary.id == "a-1" and summary.title

together = call(summarize_bulk, body=SummarizeBulkRequest(feedback_records=[record, bribe]))
assert together.ids == ["a-1", "a-2"]

plan = call(summarize_bulk, body=SummarizeBulkRequest(feedback_records=[record, bribe], dry_run=True))
assert isinstance(plan, DryRun) and plan.expected.calls == 2 and plan.highest.cost_usd == 0

framework = CodingFramework(root_codes=[CodingNode(id="L1-insulin", name="Insulin clinic", children=[])])
coded = call(assign_codes, body=AssignCodesRequest(feedback_record=record, coding_levels=framework))
assert coded.assigned_codes[0].coding_level_1_id in ("L1-insulin", None)

all_coded = call(assign_codes_bulk, body=AssignCodesBulkRequest(feedback_records=[record, bribe], coding_levels=framework))
assert [entry.record_id for entry in all_coded.records] == ["a-1", "a-2"] and all_coded.records[0].error is None

checked = call(detect_sensitive_bulk, body=DetectSensitiveBulkRequest(feedback_records=[record, bribe]))
assert [entry.is_sensitive for entry in checked.records] == [False, True] and checked.records[1].sensitivity_types

proposed = call(suggest_codes, body=SuggestCodesRequest(feedback_records=[record, bribe], coding_levels=framework))
assert proposed.dropped_references == 0

themes = [ThemeOfRequest(title="Water")]
refused = call(translate_themes, status=501, body=TranslateThemesRequest(themes=themes, output_language="fr"))  # the built-in model
assert refused.error.message.startswith("The built-in model")

suggested = [SuggestedCode(code=["Health", "Medicine"], confidence=0.9)]
pairs = [CodedRecord(id="a-1", human=[["Health", "Medicine"]], suggested=suggested), CodedRecord(id="a-2", human=[["Staff"]], suggested=[])]
agreement = call(coding_agreement, body=CodingAgreementRequest(records=pairs, by=["language"]))
assert agreement.overall.exact_match == 0.5 and agreement.levels[0].codes[0].code == ["Health"]

finding = call(detect_sensitive, body=DetectSensitiveRequest(feedback_record=bribe))
assert finding.is_sensitive and isinstance(finding.sensitivity_types[0], SensitivityType)

accepted = call(summarize, status=202, body=SummarizeRequest(feedback_record=record), prefer="respond-async", idempotency_key="k-1")
state = accepted
while state.status in (JobStatus.QUEUED, JobStatus.RUNNING):
    state = call(job, job_id=accepted.job_id)
assert state.status == JobStatus.SUCCEEDED and state.error is None
assert call(job_result, job_id=accepted.job_id).title == summary.title
assert "event: end" in call(job_events, job_id=accepted.job_id)
assert [entry.job_id for entry in call(list_jobs, limit=1).jobs] == [accepted.job_id]
assert call(cancel_job, job_id=accepted.job_id).status == JobStatus.SUCCEEDED
assert call(delete_job, job_id=accepted.job_id).status == JobStatus.SUCCEEDED
assert call(job, status=404, job_id=accepted.job_id).error.code == ErrorCode.NOT_FOUND

assert call(erase_answer, status=404, idempotency_key="no-such-key").error.code == ErrorCode.NOT_FOUND

own = call(usage)
assert own.tenant_id == "tenant-a" and own.total_calls >= 5 and not own.series
months = call(usage, group_by=UsageGrouping.MONTH).series
assert sum(month.llm_call_stats.total_calls for month in months) == own.llm_call_stats.total_calls
assert months[0].start.day == 1 and months[0].start < months[0].end
assert sum(entry.total_calls for entry in own.models) == own.llm_call_stats.total_calls
assert call(limits).tenant_id == "tenant-a" and call(limits).calls_in_flight is None
assert call(limits, caller=superuser, tenant_id="tenant-a").tenant_id == "tenant-a"
assert call(limits_all, caller=superuser).tenants == []
bill = call(bills, caller=superuser, month="2026-01")
assert (bill.month, bill.is_closed, bill.lines) == ("2026-01", True, [])
assert call(usage_all_by_tenant, caller=superuser).tenants[0].tenant_id == "tenant-a"
assert call(usage_all_by_operation, caller=superuser).total.total_calls == own.total_calls

created = call(add_key, caller=superuser, status=201, body=KeyRequest(key_name="crm", tenant_id="tenant-b"))
assert created.api_key
assert [entry.key_id for entry in call(list_keys, caller=superuser, tenant_id="tenant-b").keys] == [created.key_id]
assert call(delete_key, caller=superuser, key_id=created.key_id).key_name == "crm"
assert call(delete_key, caller=superuser, status=404, key_id=created.key_id).error.code == ErrorCode.NOT_FOUND

refused = call(analyze_bulk, status=422, body=AnalyzeBulkRequest(feedback_records=[record], prompt=""))
assert isinstance(refused, Error) and refused.error.code == ErrorCode.VALIDATION_ERROR
assert [issue.field for issue in refused.error.fields] == ["prompt"]

generated = {path.stem for path in Path(folder, "verbatim_client", "api").glob("*/*.py")} - {"__init__"}
assert called == generated, called ^ generated
