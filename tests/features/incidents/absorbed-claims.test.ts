import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { hostWithSites, listOpen, openIncidentOffice, tellEvents } from "../../support/incidents.ts";
import type { Office } from "../../support/office.ts";

const tenSecondsMs = 10_000;

let office: Office;
let jana: Person;
let maren: Person;
let janas: Api;
let marens: Api;

beforeEach(async () => {
  ({ office, jana, maren, janas, marens } = await openIncidentOffice());
});

const open = async () =>
  (await listOpen(janas)).map(({ id, title, values }) => ({ id, title, members: values.memberCount }));

describe("an incident that takes up others", () => {
  /** Two websites of ten go down, each by itself, and then a third: that is the host. */
  async function twoAndAThird(between: (first: string, second: string) => Promise<unknown>) {
    const { sites } = await hostWithSites(office, { count: 10, responsibleUserId: jana.id });
    const ids: string[] = [];
    for (const site of sites.slice(0, 2)) {
      await tellEvents(office, "down", [site]);
      ids.push(...(await open()).map(({ id }) => id).filter((id) => !ids.includes(id)));
      office.advance(tenSecondsMs);
    }
    expect(ids).toHaveLength(2);
    const [first = "", other = ""] = ids;
    await between(first, other);
    await tellEvents(office, "down", sites.slice(2, 3));
    expect(await open()).toMatchObject([{ title: "Hoster web-10 ist gestört", members: 3 }]);
    return { first: await janas.incident.page({ id: first }), other: await janas.incident.page({ id: other }) };
  }

  it("keeps who takes care of one of them", async () => {
    const { first, other } = await twoAndAThird((_, id) => janas.claim.claim({ type: "incident", id }));
    expect(first).toMatchObject({ state: "claimed", claim: { user: { id: jana.id } } });
    expect(first.entries.filter(({ kind }) => kind === "claimed").map(({ by }) => by?.id)).toEqual([jana.id]);
    expect(other).toMatchObject({ state: "closed", claim: null });
  });

  it("stays with who takes care of it already", async () => {
    const { first, other } = await twoAndAThird(async (id, absorbed) => {
      await marens.claim.claim({ type: "incident", id });
      await janas.claim.claim({ type: "incident", id: absorbed });
    });
    expect(first).toMatchObject({ state: "claimed", claim: { user: { id: maren.id } } });
    expect(other).toMatchObject({ state: "closed", claim: null });
  });

  it("is taken over from who was not active for too long", async () => {
    const { first } = await twoAndAThird(async (id, absorbed) => {
      await marens.claim.claim({ type: "incident", id });
      await janas.claim.claim({ type: "incident", id: absorbed });
      const { db, now } = office.services;
      await db.updateTable("claims").set({ endsAt: now().toISOString() }).where("subjectId", "=", id).execute();
    });
    expect(first).toMatchObject({ state: "claimed", claim: { user: { id: jana.id } } });
  });
});
