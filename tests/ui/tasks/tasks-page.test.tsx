// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TasksPage } from "../../../app/features/tasks/tasks-page.tsx";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { choose, click, field, press } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
});
afterEach(() => vi.unstubAllGlobals());

/** The page of all tasks, whose navigations last until `arrive` is called. */
async function openTasks() {
  const { promise, resolve } = Promise.withResolvers<null>();
  const page = await openPage(office, jana, <TasksPage />, { loader: () => promise });
  await until(() => expect(page.host.textContent).toContain("Nichts wartet auf dich."));
  return { ...page, arrive: () => resolve(null) };
}

test("filters that are chosen before the page of the first has come all count", async () => {
  const { host, arrive, searchParams } = await openTasks();
  await choose(field(host, "Bis wann"), "Bis heute");
  await choose(field(host, "Zuständig"), "Ich");
  await choose(field(host, "Gehört zu"), "Kunde");
  expect(searchParams().size).toBe(0);
  arrive();
  await until(() => expect(Object.fromEntries(searchParams())).toEqual({ due: "today", who: "me", type: "customer" }));
  await choose(field(host, "Bis wann"), "Jedes Datum");
  await until(() => expect(Object.fromEntries(searchParams())).toEqual({ who: "me", type: "customer" }));
});

test("what is typed into the search stands there at once, and is looked for beside a filter chosen meanwhile", async () => {
  const { host, arrive, searchParams } = await openTasks();
  const search = field(host, "In Aufgaben suchen");
  await click(search);
  await press("Hotel Fährblick");
  expect(search.value).toBe("Hotel Fährblick");
  await choose(field(host, "Bis wann"), "Bis heute");
  expect(search.value).toBe("Hotel Fährblick");
  arrive();
  await until(() => expect(Object.fromEntries(searchParams())).toEqual({ q: "Hotel Fährblick", due: "today" }));
  expect(search.value).toBe("Hotel Fährblick");
});

test("a point that is ticked and at once unticked is told one after the other, and ends as it stands", async () => {
  const api = await office.as(jana);
  const { id } = await api.task.create({ title: "Zertifikat prüfen", checklist: [{ text: "Angebot suchen" }] });
  const { host, calls, hold } = await openPage(office, jana, <TasksPage />);
  const release = hold("task.check");
  const point = () => field(host, "Angebot suchen");
  await until(() => expect(point()).not.toBeNull());
  await click(point());
  await until(() => expect(checks()).toEqual([true]));
  await click(point());
  await until(() => expect(point().checked).toBe(false));
  expect(checks()).toEqual([true]);
  release();
  await until(() => expect(checks()).toEqual([true, false]));
  await until(async () => expect((await api.task.get({ id })).checklist).toMatchObject([{ isDone: false }]));

  function checks() {
    return calls.filter(({ path }) => path === "task.check").map(({ input }) => (input as { isDone: boolean }).isDone);
  }
});
