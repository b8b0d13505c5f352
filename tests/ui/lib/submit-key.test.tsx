// @vitest-environment happy-dom
import { act, type FormEvent } from "react";
import { expect, test, vi } from "vitest";
import { useSubmitKey } from "../../../app/lib/form/submit-key.ts";
import { mount } from "../primitives/primitives-mount.tsx";

const sent = vi.fn();

function Forms({ isLocked = false }: { isLocked?: boolean }) {
  useSubmitKey();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sent(event.currentTarget.id);
  };
  return (
    <>
      <form id="one" onSubmit={send}>
        <input />
        <button type="button">Abbrechen</button>
        <button type="submit" disabled={isLocked}>
          Speichern
        </button>
      </form>
      <form id="own" onSubmit={send} onKeyDown={(event) => event.preventDefault()}>
        <textarea />
      </form>
      <input id="alone" />
    </>
  );
}

const press = (selector: string, init: KeyboardEventInit = { ctrlKey: true }) =>
  act(() => {
    const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init });
    document.querySelector(selector)?.dispatchEvent(event);
  });

test("Strg+Enter sends the form around the field, and leaves alone what has a meaning of its own for it", () => {
  const { again } = mount(<Forms />);
  press("#one input");
  expect(sent.mock.calls).toEqual([["one"]]);
  press("#one input", {});
  press("#own textarea");
  press("#alone");
  expect(sent).toHaveBeenCalledTimes(1);
  again(<Forms isLocked />);
  press("#one input");
  expect(sent).toHaveBeenCalledTimes(1);
});
