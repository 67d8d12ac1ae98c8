"""Operations of Verbatim in Python: docs/remote-operations.md.

    operations = Operations()

    @operations.serve("count_words")
    def count_words(call: Call, request: dict[str, Any]) -> dict[str, Any]:
        return {"words": len(request["text"].split())}

    if __name__ == "__main__":
        operations.run()
"""

from ._call import Call, Completion, HostError, OperationError, Part, Prompt
from ._server import Operation, Operations

__all__ = ["Call", "Completion", "HostError", "Operation", "OperationError", "Operations", "Part", "Prompt"]
