// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastHost } from "../../../app/features/toasts/toast-host.tsx";
import { hideToast, showFailure, showToast, type Toast } from "../../../app/lib/dialogs/toasts.ts";
import { DialogWindow } from "../../../app/ui/overlays/dialog-window.tsx";
import { button, clickAtOnce, render } from "../../support/browser/render.tsx";

const shownIds: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  const router = createMemoryRouter([{ path: "*", element: <ToastHost /> }], {
    future: { v7_relativeSplatPath: true },
  });
  render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
});

afterEach(() => {
  act(() => shownIds.splice(0).forEach(hideToast));
  act(() => vi.runOnlyPendingTimers());
  vi.useRealTimers();
});

function show(toast: Partial<Toast> & { title: string }): string {
  let id = "";
  act(() => {
    id = showToast({ tone: "info", ...toast });
  });
  shownIds.push(id);
  return id;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-radix-collection-item][data-state="open"]')];
const titles = () => cards().map((card) => queryAllByRole(card, "paragraph")[0]?.textContent);
const viewport = () => document.querySelector<HTMLElement>("[role=region] > div") as HTMLElement;
const edge = () =>
  Number(
    /scaleX\(([\d.]+)\)/.exec(
      document.querySelector("[data-radix-collection-item] > span")?.getAttribute("style") ?? "",
    )?.[1],
  );
const enter = (type: string) => act(() => void viewport().dispatchEvent(new PointerEvent(type, { bubbles: true })));

test("a toast closes by itself after 4000 ms and its edge tells the time left", () => {
  show({ title: "Gespeichert." });
  pass(2000);
  expect(edge()).toBeCloseTo(0.5, 1);
  pass(1900);
  expect(titles()).toEqual(["Gespeichert."]);
  pass(140);
  expect(titles()).toEqual([]);
  pass(300);
  expect(document.querySelectorAll("[data-radix-collection-item]")).toHaveLength(0);
});

test("a toast may stay for longer", () => {
  show({ title: "Neuer Benutzer!", autoCloseMs: 5000 });
  pass(4900);
  expect(titles()).toEqual(["Neuer Benutzer!"]);
  pass(140);
  expect(titles()).toEqual([]);
});

test("a persistent toast has no edge and stays until it is closed", () => {
  show({ title: "Neues Feedback", autoCloseMs: false });
  pass(3_600_000);
  expect(titles()).toEqual(["Neues Feedback"]);
  expect(document.querySelector("[data-radix-collection-item] > span")).toBeNull();
  clickAtOnce(button(viewport(), "Schließen"));
  expect(titles()).toEqual([]);
});

test("an error never waits: the oldest that stays makes room, and is the next to come back", () => {
  for (const title of ["1", "2", "3", "4", "5", "6"]) show({ title, autoCloseMs: false });
  act(() => void shownIds.push(showFailure("Der Server antwortet nicht.")));
  expect(titles()).toEqual(["2", "3", "4", "5", "Fehler!"]);
  clickAtOnce(button(cards()[4] as HTMLElement, "Schließen"));
  pass(300);
  expect([...titles()].sort()).toEqual(["1", "2", "3", "4", "5"]);
});

test("at most five are visible, the rest waits its turn", () => {
  for (const title of ["1", "2", "3", "4", "5", "6", "7"]) show({ title, autoCloseMs: false });
  expect(titles()).toEqual(["1", "2", "3", "4", "5"]);
  clickAtOnce(button(cards()[1] as HTMLElement, "Schließen"));
  expect(titles()).toEqual(["1", "3", "4", "5", "6"]);
});

test("the time of a queued toast begins when it becomes visible", () => {
  for (const title of ["1", "2", "3", "4", "5"]) show({ title, autoCloseMs: false });
  show({ title: "6" });
  pass(10_000);
  clickAtOnce(button(cards()[0] as HTMLElement, "Schließen"));
  pass(3900);
  expect(titles()).toContain("6");
  pass(140);
  expect(titles()).not.toContain("6");
});

test("time stands still while the pointer rests on the toasts", () => {
  show({ title: "Gespeichert." });
  pass(2000);
  enter("pointerenter");
  pass(60_000);
  expect(titles()).toEqual(["Gespeichert."]);
  expect(edge()).toBeCloseTo(0.5, 1);
  enter("pointerleave");
  pass(1900);
  expect(titles()).toEqual(["Gespeichert."]);
  pass(140);
  expect(titles()).toEqual([]);
});

test("time stands still while a toast has the focus, and F8 leads there", () => {
  show({ title: "Gespeichert." });
  act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "F8", code: "F8", bubbles: true })));
  expect(viewport().contains(document.activeElement)).toBe(true);
  pass(60_000);
  expect(titles()).toEqual(["Gespeichert."]);
  act(() => (document.activeElement as HTMLElement).blur());
  pass(4100);
  expect(titles()).toEqual([]);
});

test("time stands still while the tab is hidden", () => {
  show({ title: "Gespeichert." });
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  pass(60_000);
  expect(titles()).toEqual(["Gespeichert."]);
  visibility.mockReturnValue("visible");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  pass(4100);
  expect(titles()).toEqual([]);
});

test("Escape is for the dialog in which somebody types, not for the toast that lies above it", () => {
  const onOpenChange = vi.fn();
  const { again } = render(<DialogWindow open title="Notiz" onOpenChange={onOpenChange} />);
  const field = document.createElement("input");
  queryByRole(document.body, "dialog")?.append(field);
  field.focus();
  show({ title: "Gespeichert.", autoCloseMs: false });
  const pressEscape = () =>
    act(
      () =>
        void document.activeElement?.dispatchEvent(
          new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
        ),
    );
  pressEscape();
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(cards()).toHaveLength(1);
  again(<DialogWindow open={false} title="Notiz" onOpenChange={onOpenChange} />);
  (document.activeElement as HTMLElement).blur();
  pressEscape();
  expect(cards()).toEqual([]);
});

test("a loading toast cannot be closed and turns into its outcome in place", () => {
  const id = show({ title: "Vorschau wird erzeugt …", isLoading: true });
  pass(60_000);
  const [card] = cards();
  expect(queryByRole(card as HTMLElement, "button")).toBeNull();
  act(() => void showToast({ id, tone: "success", title: "Vorschau erzeugt." }));
  expect(cards()[0]).toBe(card);
  expect(titles()).toEqual(["Vorschau erzeugt."]);
  expect(queryByRole(card as HTMLElement, "button")).not.toBeNull();
  pass(4100);
  expect(titles()).toEqual([]);
});

test("a failure is an alert titled „Fehler!“ that stays", () => {
  act(() => void shownIds.push(showFailure("Der Server antwortet nicht.")));
  pass(60_000);
  expect(cards()[0]?.getAttribute("role")).toBe("alert");
  expect(cards()[0]?.textContent).toBe("Fehler!Der Server antwortet nicht.");
});

test("a toast may lead somewhere", () => {
  show({ title: "Neues Feedback", autoCloseMs: false, action: { label: "Ansehen", href: "/feedback" } });
  expect(queryByRole(cards()[0] as HTMLElement, "link")?.getAttribute("href")).toBe("/feedback");
  clickAtOnce(queryByRole(cards()[0] as HTMLElement, "link"));
  expect(titles()).toEqual([]);
});

test("a toast shows the icon of what it is about, and a loading one turns", () => {
  const signs = () => cards().map((card) => card.querySelector("svg")?.getAttribute("class") ?? "");
  show({ title: "Gespeichert.", tone: "success" });
  show({ title: "Neues Feedback", icon: "feedback", autoCloseMs: false });
  show({ title: "Neuer Benutzer!", icon: "newUser" });
  show({ title: "Vorschau wird erzeugt …", icon: "preview", isLoading: true });
  for (const [index, name] of ["circle-check", "message-square-plus", "user-plus", "loader-circle"].entries()) {
    expect(signs()[index]).toContain(`lucide-${name}`);
  }
});
