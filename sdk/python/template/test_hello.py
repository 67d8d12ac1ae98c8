"""python3 -m unittest"""

import unittest

from hello import hello
from verbatim_remote import HostError
from verbatim_remote.testing import FakeCall


class Hello(unittest.TestCase):
    def test_the_topic_is_the_output_of_the_model(self) -> None:
        call = FakeCall({"topic": ['{"topic": "A pump"}']})
        response = hello(call, {"feedback_record": {"id": "F-1", "content": "<PERSON_0> needs a pump."}})
        self.assertEqual(response, {"id": "F-1", "topic": "A pump"})
        self.assertEqual(call.prompts[0].parts[0].text, "<PERSON_0> needs a pump.")

    def test_a_record_without_content_needs_no_model(self) -> None:
        call = FakeCall()
        self.assertEqual(hello(call, {"feedback_record": {"id": "F-1", "content": ""}}), {"id": "F-1", "topic": ""})
        self.assertEqual(call.prompts, [])

    def test_the_error_of_a_model_is_the_error_of_the_call(self) -> None:
        with self.assertRaises(HostError):
            hello(FakeCall({"topic": [HostError("llm_error")]}), {"feedback_record": {"id": "F-1", "content": "x"}})


if __name__ == "__main__":
    unittest.main()
