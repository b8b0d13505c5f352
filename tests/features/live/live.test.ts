import { beforeEach, describe, expect, it } from "vitest";
import { channelOf, liveEvents } from "../../../contract/live/live-events.ts";
import { workbenchEventNames } from "../../../contract/workbench/workbench.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let maintainer: Person;

beforeEach(async () => {
  office = await openOffice();
  maintainer = await office.hire({ name: "Malte Brandt", role: "maintainer" });
});

const changes = () => office.services.db.selectFrom("changes").selectAll().execute();
const send = async (person: Person | undefined, event: string, payload: unknown) =>
  (await office.as(person)).live.send({ event, payload } as never);
const newWebsite = { website: { id: "w1", name: "Weingut Amsel" } };

async function expectNoTrace() {
  expect(office.signals).toEqual([]);
  expect(await changes()).toEqual([]);
}

describe("sending a live event is refused", () => {
  it("to a stranger", async () => {
    await expect(send(undefined, "newWebsite", newWebsite)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expectNoTrace();
  });

  it.each(["member", "readonly"] as const)("to a %s", async (role) => {
    const person = await office.hire({ role });
    await expect(send(person, "newWebsite", newWebsite)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expectNoTrace();
  });

  it("for an event outside the catalogue, also one that every object has", async () => {
    for (const event of ["websiteGone", "toString", "__proto__"])
      await expect(send(maintainer, event, {})).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expectNoTrace();
  });

  it("for what the portal alone says of its own state", async () => {
    const { sample } = liveEvents.liveGap;
    await expect(send(maintainer, "liveGap", sample)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expectNoTrace();
  });

  it.each([
    ["a missing field", { website: { id: "w1" } }, "payload.website.name"],
    ["a wrong type", { website: { id: "w1", name: 7 } }, "payload.website.name"],
    ["a missing object", {}, "payload.website"],
    ["no object at all", "text", "payload"],
    ["an unknown key", { ...newWebsite, geheim: 1 }, "payload"],
    ["an empty id", { website: { id: "", name: "x" } }, "payload.website.id"],
  ])("for a payload with %s, naming the field", async (_case, payload, field) => {
    const refusal = await send(maintainer, "newWebsite", payload).catch((error) => error);
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", cause: { code: "invalid" } });
    expect(Object.keys(refusal.cause.fields)).toEqual([field]);
    await expectNoTrace();
  });

  it("for a payload of another event", async () => {
    const { sample } = liveEvents.newChat;
    await expect(send(maintainer, "newFeedback", sample)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expectNoTrace();
  });
});

describe("a maintainer", () => {
  it.each(workbenchEventNames)("fires %s with its sample at its channel, or else at themself", async (event) => {
    const { sample } = liveEvents[event];
    const channel = channelOf(event) ?? null;
    expect(await send(maintainer, event, sample)).toEqual({ event, channel });
    expect(office.signals).toEqual([{ event, payload: sample, toUserId: channel ? undefined : maintainer.id }]);
    expect(await changes()).toMatchObject([
      {
        kind: "live.sent",
        subjectType: "live",
        subjectId: event,
        actorId: maintainer.id,
        afterJson: JSON.stringify({ to: channel ?? "person" }),
      },
    ]);
  });
});
