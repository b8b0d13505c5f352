import { beforeEach, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describeRecordCommands("tag", {
  archivedBy: "maintainer",
  change: { name: "Premium", color: "#0b7f86" },
  wrong: [
    ["name", "  "],
    ["name", "x".repeat(41)],
    ["color", "blau"],
  ],
});

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

test("a tag has a name of its own", async () => {
  const first = await createRecord(api, "tag", { name: "Premium" });
  expect(await refusalOf(createRecord(api, "tag", { name: "Premium" }))).toMatchObject({
    code: "CONFLICT",
    existing: { type: "tag", id: first.id },
  });
});

test("a tag counts what wears it, and takes its colour along", async () => {
  const tag = await createRecord(api, "tag", { name: "Premium", color: "#0b7f86" });
  const website = await createRecord(api, "website", { tags: [tag.id] });
  await createRecord(api, "customer", { tags: [tag.id] });
  expect((await api.tag.get({ id: tag.id })).values.recordCount).toBe(2);
  expect((await api.website.get({ id: website.id })).values.tags).toEqual([
    { id: tag.id, name: "Premium", color: "#0b7f86" },
  ]);
});

test("a tag that is gone for good leaves what wore it", async () => {
  const tag = await createRecord(api, "tag", { name: "Premium" });
  const { id } = await createRecord(api, "website", { tags: [tag.id] });
  await api.tag.archive({ id: tag.id });
  await api.tag.delete({ id: tag.id, title: "Premium" });
  expect((await api.website.get({ id })).values.tags).toEqual([]);
  await api.website.update({ params: { id }, body: { cms: "Contao" } });
});
