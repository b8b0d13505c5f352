import {
  act,
  cleanup,
  configure,
  fireEvent,
  getAllByRole,
  queryAllByLabelText,
  render as renderInto,
  within,
} from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach } from "vitest";
import { patienceMs } from "../limits.ts";

// Between the steps of a test React works on its own, as in a browser: what is answered while the test waits for something
// else may be drawn. A test that wants it drawn at once uses the `act` of the library.
// A busy machine takes more than the second that the library would wait.
configure({ asyncUtilTimeout: patienceMs });
afterEach(cleanup);

/** All that is on the page; the library's own is the page of the file that loaded it first. */
export const screen = within(document.body);

/** Puts an element on the page until the test ends; `again` renders another in its place. */
export function render(element: ReactElement): { host: HTMLElement; again: (next: ReactElement) => void } {
  const { container, rerender } = renderInto(element);
  return { host: container, again: rerender };
}

// Without style sheets nothing can cover a control, so nobody asks at each click whether something does.
const user = userEvent.setup({ document, delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

/** Clicks as a person does: what is disabled takes no click, and the focus moves. */
export async function click(target: Element | null | undefined): Promise<void> {
  if (!target) throw new Error("There is nothing to click");
  await user.click(target);
}

/** Clicks where the test stops the clock, or looks at what stands there before anything is answered. */
export function clickAtOnce(target: Element | null | undefined): void {
  if (!target) throw new Error("There is nothing to click");
  fireEvent.click(target);
}

/** Replaces what a field holds, all at once as pasting does: a form that is drawn anew for each key takes its time. */
export async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  if (text === "") return user.clear(field);
  act(() => {
    field.focus();
    field.select();
  });
  await user.paste(text);
}

/** Presses keys where the focus is, in user-event's notation: `{Enter}`, `{Control>}k{/Control}`. */
export async function press(keys: string): Promise<void> {
  await user.keyboard(keys);
}

/** Chooses an option of a select by its value or its text. */
export async function choose(select: HTMLElement, option: string): Promise<void> {
  await user.selectOptions(select, option);
}

/** The control with that label, or null; what a mark such as „optional“ adds to the label does not count. */
export function field(within: HTMLElement, label: string): HTMLInputElement {
  const named = (matches: (name: string) => boolean) => queryAllByLabelText<HTMLInputElement>(within, matches)[0];
  const found = named((name) => name === label) ?? named((name) => name.startsWith(`${label} `));
  return (found ?? null) as HTMLInputElement;
}

/** The first button of that accessible name. */
export function button(within: HTMLElement | Document, name: string | RegExp): HTMLButtonElement {
  const container = within instanceof HTMLElement ? within : document.body;
  const [found] = getAllByRole<HTMLButtonElement>(container, "button", { name });
  return found as HTMLButtonElement;
}
