// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import type { FormEvent } from "react";
import { expect, test, vi } from "vitest";
import { useSubmitKey } from "../../../app/lib/form/submit-key.ts";
import { render, screen } from "../../support/browser/render.tsx";

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
        <input aria-label="Titel" />
        <button type="button">Abbrechen</button>
        <button type="submit" disabled={isLocked}>
          Speichern
        </button>
      </form>
      <form id="own" onSubmit={send} onKeyDown={(event) => event.preventDefault()}>
        <textarea aria-label="Nachricht" />
      </form>
      <input aria-label="Suche" />
    </>
  );
}

const press = (name: string, init: KeyboardEventInit = { ctrlKey: true }) =>
  act(() => {
    const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init });
    screen.getByRole("textbox", { name }).dispatchEvent(event);
  });

test("Strg+Enter sends the form around the field, and leaves alone what has a meaning of its own for it", () => {
  const { again } = render(<Forms />);
  press("Titel");
  expect(sent.mock.calls).toEqual([["one"]]);
  press("Titel", {});
  press("Nachricht");
  press("Suche");
  expect(sent).toHaveBeenCalledTimes(1);
  again(<Forms isLocked />);
  press("Titel");
  expect(sent).toHaveBeenCalledTimes(1);
});
