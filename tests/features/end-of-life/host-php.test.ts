import { beforeEach, expect, it } from "vitest";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;

beforeEach(async () => {
  office = await openOffice();
});

it("finds hosts by how long their PHP is supported: the version counts whose support ends first", async () => {
  const api = await office.as(await office.hire());
  const { id, version } = await createRecord(api, "host", { name: "web01", phpVersions: ["8.4", "7.4", "8.2"] });
  await createRecord(api, "host", { name: "web02", phpVersions: ["8.4", "8.2"] });
  await createRecord(api, "host", { name: "web03", phpVersions: ["8.4"] });
  await createRecord(api, "host", { name: "web04", phpVersions: ["eigenes"] });
  await createRecord(api, "host", { name: "web05" });
  const found = async (...values: string[]) => {
    const where = [{ field: "phpSupport", is: "oneOf" as const, values }];
    return (await api.host.list({ where, orderBy: [{ field: "name" }] })).data.map(({ title }) => title);
  };
  expect(await found("ended")).toEqual(["web01"]);
  expect(await found("ended", "ending")).toEqual(["web01", "web02"]);
  expect(await found("supported")).toEqual(["web03"]);
  await api.host.update({ params: { id }, body: { phpVersions: ["8.4"] }, version });
  expect(await found("ended")).toEqual([]);
  expect(await found("supported")).toEqual(["web01", "web03"]);
});
