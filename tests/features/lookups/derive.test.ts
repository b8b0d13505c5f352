import { setImmediate } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { comparedAtOnce, deriveLookups, deriveLookupsOf } from "../../../server/features/lookups/derive.ts";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  const { id } = await office.hire();
  await createManyWebsites(office.services.db, 2 * comparedAtOnce + 1, id);
  await office.services.db.updateTable("websites").set({ lifecycle: "live" }).execute();
});
afterEach(() => askReservedNames(false));

const asked = () => office.services.db.selectFrom("lookups").select(["kind", "targetId", "subject"]).execute();

it("compares all records some hundreds at a time, each time in a turn of its own", async () => {
  let maxRows = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      maxRows = Math.max(maxRows, result.rows.length);
      return result;
    },
  };
  const db = office.services.db.withPlugin(counting);
  let isDone = false;
  const deriving = deriveLookups({ ...office.services, db }, ["siteAddresses"]).finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await setImmediate();
  await deriving;
  expect(maxRows).toBe(comparedAtOnce);
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(await asked()).toHaveLength(2 * comparedAtOnce + 1);
});

it("compares what has changed alone, and says whether that is news", async () => {
  const { db } = office.services;
  const [changed] = await db.selectFrom("websites").select("id").orderBy("id").limit(1).execute();
  const ids = [changed?.id ?? ""];
  const derive = () => deriveLookupsOf(office.services, ids, { kinds: ["siteAddresses"] });
  const change = (values: object) => db.updateTable("websites").set(values).where("id", "in", ids).execute();
  await change({ url: "https://amsel.test/" });
  expect(await derive()).toBe(true);
  expect(await asked()).toEqual([{ kind: "siteAddresses", targetId: ids[0], subject: "https://amsel.test/" }]);
  expect(await derive()).toBe(false);
  await change({ url: "https://drossel.test/" });
  expect(await derive()).toBe(true);
  expect(await asked()).toMatchObject([{ subject: "https://drossel.test/" }]);
  await change({ archivedAt: office.services.now().toISOString() });
  expect(await derive()).toBe(false);
  expect(await asked()).toEqual([]);
});
