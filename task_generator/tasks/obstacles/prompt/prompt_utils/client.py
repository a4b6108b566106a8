"""Asking an endpoint that speaks the protocol of OpenAI's chat completions."""

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from arena_simulation_setup.optional_library import not_installed
from task_generator.errors import GenerationError

Message = dict[str, str]


@frozen
class Endpoint:
    """How a language model is asked; its address and key come from ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``.

    Attributes:
        model: Name of the model.
        seed: Seed of its sampling, where it has one.
        timeout: Seconds to wait for an answer.
        retries: Attempts after one that failed on its way.
    """

    model: str
    seed: int
    timeout: float = 60.0
    retries: int = 1

    def ask(self, messages: Sequence[Message]) -> str:
        """The text of the answer.

        Raises:
            GenerationError: If there is no answer; one sentence says why.
        """
        try:
            import openai
        except ImportError:
            raise GenerationError(not_installed("mode prompt", "openai", "prompt")) from None
        try:
            with openai.OpenAI(timeout=self.timeout, max_retries=self.retries) as client:
                where = f"{self.model} at {client.base_url}"
                return self._answer(client, messages, where)
        except openai.OpenAIError as error:
            raise GenerationError(f"mode prompt: {_first_line(error)}") from None

    def _answer(self, client: Any, messages: Sequence[Message], where: str) -> str:
        import openai

        try:
            completion = client.chat.completions.create(
                model=self.model,
                messages=list(messages),
                response_format={"type": "json_object"},
                seed=self.seed,
            )
        except openai.APITimeoutError:
            raise GenerationError(f"mode prompt: {where} gave no answer within {self.timeout:g} s") from None
        except openai.APIStatusError as error:
            said = f"{error.status_code}: {_first_line(error)}"
            raise GenerationError(f"mode prompt: {where} answered with status {said}") from None
        except openai.APIConnectionError as error:
            reason = _first_line(error.__cause__ or error)
            raise GenerationError(f"mode prompt: {where} can not be reached ({reason})") from None
        except ValueError as error:
            raise GenerationError(f"mode prompt: {where} answered with no JSON: {_first_line(error)}") from None
        choices = getattr(completion, "choices", None)
        text = choices[0].message.content if choices else None
        if not text:
            raise GenerationError(f"mode prompt: {where} answered with no text")
        return str(text)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
