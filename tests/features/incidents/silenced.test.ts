import { beforeEach, describe, expect, it } from "vitest";
import { tellDue } from "../../../server/features/incidents/messages.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { bellOf, hostWithSites, openIncidentOffice, sendDue, tellEvents, watch } from "../../support/incidents.ts";
import type { Office } from "../../support/office.ts";

const minute = 60_000;

let office: Office;
let jana: Person;
let maren: Person;
let marens: Api;
let customerId: string;
let sites: Awaited<ReturnType<typeof hostWithSites>>["sites"];

beforeEach(async () => {
  ({ office, jana, maren, marens } = await openIncidentOffice());
  ({ sites, customerId } = await hostWithSites(office, {
    count: 3,
    responsibleUserId: jana.id,
    slaLevel: "premium",
  }));
  await watch(office, sites);
});

/** The bell of somebody without what it says of the maintenance itself. */
const toldOf = async (person: Person) =>
  (await bellOf(office, person)).map((title) => title.split(":")[0]).filter((title) => title !== "Wartung angekündigt");

describe("an incident of which everything stands in maintenance", () => {
  it("is not opened to anybody, and is told when it outlasts the maintenance", async () => {
    await tellEvents(office, "down", sites);
    const { id } = await marens.maintenance.start({ type: "customer", id: customerId });
    await sendDue(office);
    expect(await toldOf(jana)).toEqual([]);
    await marens.maintenance.end({ id });
    await sendDue(office);
    expect(await toldOf(jana)).toEqual(["Störung #1"]);
  });

  it("reminds nobody and calls no maintainer, but does once that is over", async () => {
    await tellEvents(office, "down", sites);
    await sendDue(office);
    const { id } = await marens.maintenance.start({ type: "customer", id: customerId, minutes: 120 });
    office.advance(70 * minute);
    expect(await tellDue(office.services)).toBe(minute);
    expect([await toldOf(jana), await toldOf(maren)]).toEqual([["Störung #1"], []]);
    await marens.maintenance.end({ id });
    await sendDue(office);
    expect([await toldOf(jana), await toldOf(maren)]).toEqual([["Störung #1", "Noch offen"], ["Störung #1"]]);
  });

  it("says so when it is over meanwhile", async () => {
    await tellEvents(office, "down", sites);
    await sendDue(office);
    await marens.maintenance.start({ type: "customer", id: customerId });
    await tellEvents(office, "up", sites);
    await sendDue(office);
    expect(await toldOf(jana)).toEqual(["Störung #1", "Behoben"]);
  });
});

it("an incident of which only a part stands in maintenance is told like any other", async () => {
  await tellEvents(office, "down", sites);
  await marens.maintenance.start({ type: "website", id: sites[0]?.id ?? "" });
  await sendDue(office);
  expect(await toldOf(jana)).toEqual(["Störung #1"]);
});
