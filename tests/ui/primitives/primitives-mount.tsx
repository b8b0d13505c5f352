import { act, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach } from "vitest";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const mounted: { root: Root; host: HTMLElement }[] = [];

afterEach(() => {
  for (const { root, host } of mounted.splice(0)) {
    act(() => root.unmount());
    host.remove();
  }
});

/** Puts an element on the page until the test ends; `again` renders another in its place. */
export function mount(element: ReactElement): { host: HTMLElement; again: (next: ReactElement) => void } {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  mounted.push({ root, host });
  const again = (next: ReactElement) => act(() => root.render(next));
  again(element);
  return { host, again };
}

export function click(target: Element | null | undefined): void {
  act(() => (target as HTMLElement).click());
}

/** Types as a person does, and leaves React the time to draw it. */
export function type(input: HTMLInputElement, text: string): void {
  act(() => enterText(input, text));
}

/** React hears it through the native setter. */
export function enterText(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

export function button(within: ParentNode, name: string): HTMLButtonElement {
  const found = [...within.querySelectorAll("button")].find(
    (each) => each.getAttribute("aria-label") === name || each.textContent === name,
  );
  if (!found) throw new Error(`No button is called „${name}“`);
  return found;
}
