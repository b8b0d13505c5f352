// @vitest-environment happy-dom
import { act, queryAllByRole, queryByLabelText } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { WikiFrame } from "../../../app/features/wiki/frame/wiki-frame.tsx";
import { setOpen } from "../../../app/features/wiki/tree/open-nodes.ts";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let timo: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ name: "Timo Brandt" });
  api = await office.as(timo);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const create = async (title: string, parentId: string | null = null) =>
  (await api.page.create({ body: { title }, parentId })).id;
const rows = (host: HTMLElement) => queryAllByRole(host, "treeitem");
const names = (host: HTMLElement) => rows(host).map((row) => row.getAttribute("aria-label"));
const rowOf = (host: HTMLElement, name: string) =>
  rows(host).find((row) => row.getAttribute("aria-label") === name) as HTMLElement;
const press = (element: HTMLElement, key: string, init: KeyboardEventInit = {}) => {
  act(() => element.focus());
  act(
    () => void element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init })),
  );
};

const frame = (
  <>
    <WikiFrame>Inhalt</WikiFrame>
    <ModalHost />
  </>
);

test("an empty wiki says that there is no page yet", async () => {
  const { host } = await openPage(office, timo, frame);
  await until(() => expect(host.textContent).toContain("Noch keine Seiten."));
});

test("the tree reads a branch when it is opened, and remembers it", async () => {
  const parent = await create("Betrieb");
  await create("Sicherungen", parent);
  const { host, calls } = await openPage(office, timo, frame);
  await until(() => expect(names(host)).toEqual(["Betrieb"]));
  expect(calls.filter(({ path }) => path === "page.tree")).toHaveLength(1);
  press(rowOf(host, "Betrieb"), "ArrowRight");
  await until(() => expect(names(host)).toEqual(["Betrieb", "Sicherungen"]));
  expect(JSON.parse(localStorage.getItem("wiki-tree-open") ?? "")).toEqual([parent]);
  press(rowOf(host, "Betrieb"), "ArrowLeft");
  await until(() => expect(names(host)).toEqual(["Betrieb"]));
  setOpen([parent], false);
});

test("a page moves at once, and goes back when the server refuses", async () => {
  await create("Abläufe");
  await create("Betrieb");
  const { host, calls, cut } = await openPage(office, timo, frame);
  await until(() => expect(names(host)).toEqual(["Abläufe", "Betrieb"]));
  press(rowOf(host, "Betrieb"), "ArrowUp", { altKey: true });
  await until(() => expect(names(host)).toEqual(["Betrieb", "Abläufe"]));
  await until(async () => expect((await api.page.tree({})).map(({ title }) => title)).toEqual(["Betrieb", "Abläufe"]));

  const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
  cut("page.move");
  press(rowOf(host, "Betrieb"), "ArrowDown", { altKey: true });
  expect(names(host)).toEqual(["Abläufe", "Betrieb"]);
  await until(() => expect(calls.filter(({ path }) => path === "page.move")).toHaveLength(2));
  await until(() => expect(names(host)).toEqual(["Betrieb", "Abläufe"]));
  spy.mockClear();
});

test("whoever only reads is not offered to move or to write", async () => {
  await create("Abläufe");
  await create("Betrieb");
  const rea = await office.hire({ name: "Rea Lesend", role: "readonly" });
  const { host, calls } = await openPage(office, rea, frame);
  await until(() => expect(names(host)).toHaveLength(2));
  press(rowOf(host, "Betrieb"), "ArrowUp", { altKey: true });
  expect(calls.some(({ path }) => path === "page.move")).toBe(false);
  expect(queryByLabelText(host, "Neue Seite")).toBeNull();
});

test("two thousand pages of one level are not all in the document", async () => {
  const at = new Date().toISOString();
  const first = await create("Seite");
  const row = await office.services.db
    .selectFrom("pages")
    .selectAll()
    .where("id", "=", first)
    .executeTakeFirstOrThrow();
  const many = Array.from({ length: 2000 }, (_, index) => ({
    ...row,
    id: newId(),
    title: `Seite ${index}`,
    createdAt: at,
    position: `${row.position}${String(index).padStart(4, "0")}V`,
  }));
  for (let index = 0; index < many.length; index += 100)
    await office.services.db
      .insertInto("pages")
      .values(many.slice(index, index + 100))
      .execute();
  const { host } = await openPage(office, timo, frame);
  await until(() => expect(names(host).length).toBeGreaterThan(10));
  expect(names(host).length).toBeLessThan(200);
  expect(rows(host)[0]?.getAttribute("aria-setsize")).toBe("2001");
});
