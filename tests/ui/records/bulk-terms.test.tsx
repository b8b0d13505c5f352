// @vitest-environment happy-dom
import { useEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { BulkTerms } from "../../../app/features/terms/bulk-terms.tsx";
import { hideToast, type Toast, useToasts } from "../../../app/lib/dialogs/toasts.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;
let ids: string[];
const told: Toast[] = [];
const onToast = vi.fn<(toast: Toast) => void>();

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  api = await office.as(jana);
  ids = [];
  for (let number = 1; number <= 20; number += 1)
    ids.push((await createRecord(api, "domain", { name: `d${number}.example`, renewsAt: "2027-03-31" })).id);
  for (const { id } of told.splice(0)) hideToast(id);
  onToast.mockReset();
  onDone.mockReset();
});

function Listener() {
  const toasts = useToasts();
  useEffect(() => {
    told.push(...toasts);
    toasts.forEach(onToast);
  }, [toasts]);
  return null;
}

const onDone = vi.fn();
const open = (selected: string[]) =>
  openPage(
    office,
    jana,
    <>
      <Listener />
      <BulkTerms type="domain" ids={selected} className="" onDone={onDone} />
    </>,
  );
const titles = () => told.map(({ title }) => title);
const decisions = async () =>
  (await office.services.db.selectFrom("domains").select("renewDecision").orderBy("id").execute()).map(
    ({ renewDecision }) => renewDecision,
  );

test("twenty domains are counted while they are decided, and one press takes all of them back", async () => {
  const { host } = await open(ids);
  await click(button(host, "Behalten"));
  await until(() => expect(titles()).toContain("20 entschieden"));
  for (const count of ["0 von 20", "12 von 20", "19 von 20"]) expect(titles()).toContain(`${count} entschieden …`);
  expect(onDone).toHaveBeenCalledOnce();
  expect(await decisions()).toEqual(ids.map(() => "keep"));
  const action = told.findLast(({ title }) => title === "20 entschieden")?.action;
  if (action && "perform" in action) action.perform();
  await until(() => expect(titles()).toContain("20 wie zuvor"));
  expect(await decisions()).toEqual(ids.map(() => "open"));
});

test("a connection that breaks on the way leaves what was reached, says how far, and lets it be taken back", async () => {
  const page = await open(ids);
  onToast.mockImplementation(({ title }) => title.startsWith("12 von 20") && page.cut("term.decideMany"));
  const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await click(button(page.host, "Behalten"));
  await until(() => expect(titles()).toContainEqual(expect.stringContaining("nicht erreicht")));
  silenced.mockRestore();
  const reached = (await decisions()).filter((decision) => decision === "keep").length;
  expect(reached).toBeGreaterThanOrEqual(12);
  expect(reached).toBeLessThan(20);
  const last = told.findLast(({ title }) => title.includes("nicht erreicht"));
  expect(last).toMatchObject({
    title: `${reached} entschieden, ${20 - reached} nicht erreicht`,
    message: "Sie blieben, wie sie waren: Der Server antwortet nicht.",
    action: { label: "Rückgängig" },
  });
});

test("who follows many of them is told once, whatever they were sent in", async () => {
  const maren = await office.hire({ name: "Maren Otto" });
  const follower = await office.as(maren);
  for (const id of ids.slice(0, 5)) await follower.follow.set({ type: "domain", id, on: true });
  const { host } = await open(ids);
  await click(button(host, "Behalten"));
  await until(() => expect(titles()).toContain("20 entschieden"));
  expect((await follower.notification.list({ where: { forUserId: maren.id } })).data).toHaveLength(1);
});
