import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let [jana, timo, rosa]: Person[] = [];
let actor: Api;
let id: string;
let tag: string;

const hired = async (name: string, role: "member" | "readonly" = "member") => office.hire({ name, role });
const told = () => office.signals.filter(({ event }) => event === "updateTags");

beforeEach(async () => {
  office = await openOffice();
  jana = await hired("Jana Petersen");
  timo = await hired("Timo Brandt");
  rosa = await hired("Rosa Lesend", "readonly");
  actor = await office.as(jana);
  tag = (await actor.tag.create({ body: { name: "Relaunch" } })).id;
  id = (
    await createRecord(actor, "website", {
      url: "https://amsel.example",
      name: "Weingut Amsel",
      responsibleUserId: timo.id,
    })
  ).id;
  office.signals.length = 0;
});

const setTags = async (api: Api, tags: string[]) => {
  const { version } = await api.website.get({ id });
  return api.website.update({ params: { id }, body: { tags }, version });
};

describe("following", () => {
  it("is refused to strangers, for types that nobody follows and for what is not there", async () => {
    const stranger = await office.as();
    expect((await refusalOf(stranger.follow.set({ type: "website", id, on: true }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(actor.follow.set({ type: "tag" as never, id: tag, on: true }))).code).toBe("BAD_REQUEST");
    for (const call of [
      () => actor.follow.set({ type: "website", id: "none", on: true }),
      () => actor.follow.get({ type: "host", id }),
    ])
      expect((await refusalOf(call())).code).toBe("NOT_FOUND");
  });

  it("is everybody's own, also of who only reads", async () => {
    const reader = await office.as(rosa as Person);
    expect(await reader.follow.set({ type: "website", id, on: true })).toEqual({ isFollowing: true });
    expect(await reader.follow.set({ type: "website", id, on: true })).toEqual({ isFollowing: true });
    expect(await reader.follow.get({ type: "website", id })).toEqual({ isFollowing: true });
    expect(await actor.follow.get({ type: "website", id })).toEqual({ isFollowing: false });
    expect(await reader.follow.set({ type: "website", id, on: false })).toEqual({ isFollowing: false });
    expect(await reader.follow.get({ type: "website", id })).toEqual({ isFollowing: false });
  });
});

describe("new tags of a website", () => {
  it("are told to who is responsible and who follows it, never to who set them", async () => {
    for (const person of [jana, rosa])
      await (await office.as(person as Person)).follow.set({ type: "website", id, on: true });
    office.signals.length = 0;
    await setTags(actor, [tag]);
    const payload = { website: { id, name: "Weingut Amsel" } };
    const expected = [timo, rosa].map((person) => ({ event: "updateTags", payload, toUserId: person?.id }));
    expect(told()).toHaveLength(2);
    expect(told()).toEqual(expect.arrayContaining(expected));
  });

  it("are told once to who is both, and only when they differ", async () => {
    await (await office.as(timo as Person)).follow.set({ type: "website", id, on: true });
    await setTags(actor, [tag]);
    expect(told()).toHaveLength(1);
    await setTags(actor, [tag]);
    const { version } = await actor.website.get({ id });
    await actor.website.update({ params: { id }, body: { name: "Amsel" }, version });
    expect(told()).toHaveLength(1);
  });

  it("of many websites at once are one event", async () => {
    await actor.website.tagMany({ selection: { ids: [id] }, add: [tag], remove: [] });
    expect(office.signals).toMatchObject([
      { event: "recordsChanged", payload: { records: { type: "website", ids: [id] } } },
    ]);
    expect(told()).toEqual([]);
  });
});
