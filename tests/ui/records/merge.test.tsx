// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { MergeDialog } from "../../../app/records/merge/merge-dialog.tsx";
import { openMerge } from "../../../app/records/merge/open-merge.tsx";
import { RecentMerges } from "../../../app/records/merge/recent-merges.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let maren: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await office.as(maren);
});
afterEach(() => vi.unstubAllGlobals());

const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;
const choices = (label: string) =>
  queryAllByRole<HTMLInputElement>(queryByRole(dialog(), "group", { name: label }) as HTMLElement, "radio");

test("two records are compared field by field, merged as chosen, and taken apart again", async () => {
  const phone = "+493055511122";
  const kept = await createRecord(api, "customer", { name: "Amsel GmbH" });
  const gone = await createRecord(api, "customer", { name: "Weingut Amsel", phone });
  const record = await api.customer.get({ id: kept.id });
  const { host } = await openPage(
    office,
    maren,
    <>
      <RecentMerges type="customer" record={record} />
      <ModalHost />
    </>,
  );
  act(() => void openMerge("customer", [gone.id, kept.id]));
  await until(() => expect(dialog()?.textContent).toContain("Geht darin auf"));
  // The other way round: the first was not meant to stay.
  await click(button(dialog(), "Seiten tauschen"));
  await until(() => expect(dialog().textContent).toMatch(/BleibtAmsel GmbH.*Geht darin aufWeingut Amsel/));
  // What is empty here is proposed from there, a name is not.
  expect(choices("Telefon").map(({ checked }) => checked)).toEqual([false, true]);
  expect(choices("Firma / Name").map(({ checked }) => checked)).toEqual([true, false]);
  await click(choices("Firma / Name")[1]);
  await click(button(dialog(), "Zusammenführen"));
  await until(() => expect(dialog()).toBeNull());
  const { id, values } = await api.customer.get({ id: gone.id });
  expect([id, values.name, values.phone]).toEqual([kept.id, "Weingut Amsel", phone]);

  await until(() => expect(host.textContent).toContain("„Weingut Amsel“ ging am"));
  await click(button(host, "Zurücknehmen"));
  await until(() => expect(host.textContent).not.toContain("ging am"));
  expect((await api.customer.get({ id: gone.id })).id).toBe(gone.id);
});

test("what is offered is words and no link, which would open what is meant to be chosen", async () => {
  const ids = await Promise.all(
    ["eins", "zwei"].map(async (name) => {
      const tag = await createRecord(api, "tag", { name: `Tag ${name}` });
      const mail = { name: `Amsel ${name}`, email: `${name}@amsel.example`, website: `https://${name}.example/` };
      return (await createRecord(api, "customer", { ...mail, tags: [tag.id] })).id;
    }),
  );
  const nothing = () => undefined;
  await openPage(
    office,
    maren,
    <MergeDialog type="customer" ids={[ids[0] ?? "", ids[1]]} open onOpenChange={nothing} close={nothing} />,
  );
  await until(() => expect(dialog()?.textContent).toContain("Geht darin auf"));
  for (const words of ["eins@amsel.example", "zwei@amsel.example", "https://zwei.example", "Tag eins", "Tag zwei"])
    expect(dialog().textContent).toContain(words);
  expect(queryAllByRole(dialog(), "link")).toEqual([]);
});
