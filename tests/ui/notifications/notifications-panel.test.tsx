// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Bell } from "../../../app/features/notifications/bell.tsx";
import { NotificationPanel } from "../../../app/features/notifications/notification-panel.tsx";
import { useUnreadBadge } from "../../../app/features/notifications/use-unread-badge.ts";
import { ToastHost } from "../../../app/features/toasts/toast-host.tsx";
import { notificationPanelDisclosure } from "../../../app/lib/dialogs/disclosure.ts";
import { hideToast } from "../../../app/lib/dialogs/toasts.ts";
import { newId } from "../../../server/db/new-id.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type OfficePage, openPage } from "../../support/browser/office-page.tsx";
import { button, click, clickAtOnce } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire();
});

afterEach(() => {
  act(() => {
    notificationPanelDisclosure.close();
    hideToast("notification-delete");
    hideToast("notification-update");
  });
});

async function notify(details: { title: string; message?: string; isRead?: boolean; at?: string }): Promise<string> {
  const id = newId();
  const { title, message = "Text", isRead = false, at = office.services.now().toISOString() } = details;
  const row = { id, forUserId: jana.id, title, message, category: "system" as const, link: null, createdAt: at };
  await office.services.db
    .insertInto("notifications")
    .values({ ...row, readAt: isRead ? at : null })
    .execute();
  return id;
}

function LiveEvent() {
  const { increment } = useUnreadBadge();
  return (
    <button type="button" onClick={() => increment(1)}>
      Ereignis
    </button>
  );
}

async function open(): Promise<OfficePage> {
  return openPage(
    office,
    jana,
    <>
      <Bell />
      <button type="button" data-account-menu>
        Konto
      </button>
      <LiveEvent />
      <NotificationPanel />
      <ToastHost />
    </>,
  );
}

/** Failed results go to the console by the spec; here they are expected. */
function expectFailuresOf(path: string): () => void {
  const log = vi.mocked(console.error).mockImplementation(() => undefined);
  return () => {
    expect(log.mock.calls.every((call) => String(call[0]).includes(path))).toBe(true);
    expect(log.mock.calls.length).toBeGreaterThan(0);
    log.mockClear();
  };
}

const bell = () => queryByRole<HTMLButtonElement>(document.body, "button", { name: /^Benachrichtigungen,/ });
const panel = () => queryByRole<HTMLElement>(document.body, "dialog");

async function openPanel(): Promise<void> {
  await until(() => expect(bell()?.disabled).toBe(false));
  act(() => bell()?.focus());
  await click(bell());
}

test("the bell is disabled and wears no badge while nothing is unread", async () => {
  await notify({ title: "Gelesen", isRead: true });
  const { calls } = await open();
  await until(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toEqual({
    path: "notification.list",
    input: { limit: 1, where: { forUserId: jana.id, read: false } },
  });
  expect(bell()?.disabled).toBe(true);
  expect(bell()?.title).toBe("Keine ungelesenen Benachrichtigungen");
  expect(bell()?.textContent).toBe("");
});

test("the badge counts the unread ones and a live event counts it up without a request", async () => {
  for (const title of ["Eins", "Zwei", "Drei"]) await notify({ title });
  const { calls, host } = await open();
  await until(() => expect(bell()?.textContent).toBe("3"));
  const before = calls.length;
  await click(button(host, "Ereignis"));
  await until(() => expect(bell()?.textContent).toBe("4"));
  expect(bell()?.getAttribute("aria-label")).toBe("Benachrichtigungen, 4 ungelesen");
  expect(calls).toHaveLength(before);
});

test("the panel shows four skeleton rows, then what there is in two groups", async () => {
  await notify({ title: "Neu" });
  await notify({ title: "Alt", isRead: true, at: "2026-11-18T10:30:00.000Z" });
  await open();
  await until(() => expect(bell()?.disabled).toBe(false));
  clickAtOnce(bell());
  expect(panel()?.querySelectorAll("[data-skeleton-row]")).toHaveLength(4);
  await until(() => expect(queryAllByRole(panel() as HTMLElement, "listitem")).toHaveLength(2));
  expect(queryAllByRole(panel() as HTMLElement, "heading", { level: 3 }).map((head) => head.textContent)).toEqual([
    "Heute",
    "Früher",
  ]);
  expect(queryAllByRole(panel() as HTMLElement, "time")[1]?.textContent).toBe("18.11.2026, 11:30");
});

test("what the panel shows becomes read, each once, and stays marked as new until it closes", async () => {
  await notify({ title: "Eins" });
  await notify({ title: "Zwei" });
  const { calls } = await open();
  await openPanel();
  const updates = () => calls.filter((call) => call.path === "notification.update");
  await until(() => expect(updates()).toHaveLength(2));
  await until(() => expect(bell()?.textContent).toBe(""));
  expect(panel()?.textContent).toContain("Neu: Eins");
  const { db } = office.services;
  expect(await db.selectFrom("notifications").select("id").where("readAt", "is", null).execute()).toEqual([]);
  expect(bell()?.disabled).toBe(false);
  await click(bell());
  await until(() => expect(bell()?.disabled).toBe(true));
  expect(updates()).toHaveLength(2);
});

test("what does not fit into the panel is in the history, and the panel says how many", async () => {
  for (let number = 1; number <= 14; number += 1) await notify({ title: `Nummer ${number}` });
  await notify({ title: "Alt", isRead: true, at: "2020-01-01T00:00:00.000Z" });
  await open();
  await openPanel();
  const more = () =>
    queryAllByRole(panel() as HTMLElement, "link").find((link) => link.textContent === "4 weitere im Verlauf");
  await until(() => expect(more()?.getAttribute("href")).toBe(`/users/${jana.id}/notifications`));
  await until(() => expect(bell()?.textContent).toBe("4"));
  expect(more()).toBeDefined();
});

test("a mark that fails gives one red toast with the reason", async () => {
  const wasLogged = expectFailuresOf("notification.update");
  await notify({ title: "Eins" });
  await notify({ title: "Zwei" });
  const page = await open();
  page.cut("notification.update");
  await openPanel();
  await until(() => expect(queryAllByRole(document.body, "alert")).toHaveLength(1));
  expect(queryByRole(document.body, "alert")?.textContent).toContain("Fehler!Der Server antwortet nicht.");
  wasLogged();
});

test("a deleted row vanishes at once and the focus goes to the next", async () => {
  const gone = await notify({ title: "Eins" });
  await notify({ title: "Zwei", at: "2026-11-19T10:30:00.000Z" });
  const { calls } = await open();
  await openPanel();
  await until(() => expect(queryAllByRole(panel() as HTMLElement, "listitem")).toHaveLength(2));
  await click(button(panel() as HTMLElement, "„Eins“ löschen"));
  expect(queryAllByRole(panel() as HTMLElement, "listitem")).toHaveLength(1);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("„Zwei“ löschen");
  await until(() => {
    expect(calls.at(-1)?.path).toBe("notification.list");
    expect(calls.filter((call) => call.path === "notification.delete")).toEqual([
      { path: "notification.delete", input: { id: gone } },
    ]);
  });
});

test("a delete that the server refuses brings the row back, with its reason and a fresh list", async () => {
  const wasLogged = expectFailuresOf("notification.delete");
  const id = await notify({ title: "Eins" });
  const { db } = office.services;
  await open();
  await openPanel();
  await until(() => expect(queryAllByRole(panel() as HTMLElement, "listitem")).toHaveLength(1));
  // Whatever the panel has begun is over before the row goes.
  await until(() => expect(bell()?.textContent).toBe(""));
  await db.deleteFrom("notifications").where("id", "=", id).execute();
  await click(button(panel() as HTMLElement, "„Eins“ löschen"));
  await until(() => expect(queryByRole(document.body, "alert")?.textContent).toContain("Fehler!"));
  await until(() => expect(panel()?.textContent).toContain("Keine Benachrichtigungen vorhanden"));
  wasLogged();
});

test("a list that cannot be loaded says „Error“ after two retries and loads on request", async () => {
  const wasLogged = expectFailuresOf("notification.list");
  await notify({ title: "Eins" });
  const page = await open();
  await until(() => expect(bell()?.disabled).toBe(false));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  page.cut("notification.list");
  const before = page.calls.length;
  clickAtOnce(bell());
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await until(() => expect(panel()?.textContent).toContain("Error"));
  expect(page.calls.length - before).toBe(3);
  wasLogged();
  page.restore("notification.list");
  await click(button(panel() as HTMLElement, "Erneut versuchen"));
  await until(() => expect(panel()?.textContent).toContain("Eins"));
});

test("the panel takes the focus, Escape closes it and the focus returns to where it can", async () => {
  await notify({ title: "Eins" });
  await open();
  await openPanel();
  await until(() => expect(document.activeElement).toBe(panel()));
  await until(() => expect(bell()?.textContent).toBe(""));
  act(() => void panel()?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  await until(() => expect(panel()).toBeNull());
  await until(() => expect(document.activeElement?.textContent).toBe("Konto"));
});
