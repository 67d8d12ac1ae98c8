"""The operation of plugin.cpp, in a process."""

from verbatim_remote import Call, Operations

operations = Operations()


@operations.serve("remote")
def count(call: Call, request: dict[str, str]) -> dict[str, int]:
    return {"count": request["text"].count(" ")}


if __name__ == "__main__":
    operations.run()
