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

describe("what people change of a followed record", () => {
  const bell = async (person: Person | undefined) => {
    const { data } = await (await office.as(person as Person)).notification.list({
      where: { forUserId: person?.id ?? "" },
    });
    return data.map(({ title, message, count, category, link }) => ({ title, message, count, category, link }));
  };

  it.each(["domain", "host", "website"] as const)(
    "of a %s is told to who follows it, never to its actor",
    async (type) => {
      const { id } = await createRecord(actor, type, { responsibleUserId: null });
      for (const person of [jana, rosa]) await (await office.as(person as Person)).follow.set({ type, id, on: true });
      const { version, title } = await actor[type].get({ id });
      await actor[type].update({ params: { id }, body: { responsibleUserId: timo?.id, notes: "Neu." }, version });
      const told = { title, count: 1, category: type === "domain" ? "domain" : "website", link: `/${type}s/${id}` };
      const message = "<b>Jana Petersen</b> hat Verantwortlich und Notizen geändert.";
      expect(await bell(rosa)).toEqual([{ ...told, message }]);
      expect(await bell(jana)).toEqual([]);
      expect(await bell(timo)).toEqual([]);
    },
  );

  it("is told as it goes into the archive, comes back and is deleted, after which nobody follows it", async () => {
    const chief = await office.as(await office.hire({ name: "Ada Kern", role: "admin" }));
    const { id, title } = await createRecord(actor, "domain", { name: "zeisig.example" });
    await (await office.as(rosa as Person)).follow.set({ type: "domain", id, on: true });
    const messages: string[] = [];
    const act = [
      () => chief.domain.archive({ id }),
      () => chief.domain.restore({ id }),
      () => chief.domain.archive({ id }),
      () => chief.domain.delete({ id, title }),
    ];
    for (const step of act) {
      await step();
      messages.push((await bell(rosa))[0]?.message ?? "");
      office.advance(60_000);
    }
    const by = (deed: string) => `<b>Ada Kern</b> hat „zeisig.example“ ${deed}.`;
    const deeds = ["archiviert", "aus dem Archiv geholt", "archiviert", "endgültig gelöscht"];
    expect(messages).toEqual(deeds.map(by));
    expect(await office.services.db.selectFrom("recordFollowers").selectAll().execute()).toEqual([]);
  });

  it("says nothing of fields that a follower may not see, and nothing at all when there are no others", async () => {
    const maya = await office.as(await office.hire({ name: "Maya Thal", role: "maintainer" }));
    const { id } = await createRecord(maya, "domain", { name: "zeisig.example" });
    await (await office.as(rosa as Person)).follow.set({ type: "domain", id, on: true });
    await maya.domain.update({ params: { id }, body: { priceCents: 1290, holderName: "Anna Amsel" }, version: 1 });
    expect(await bell(rosa)).toEqual([]);
    await maya.domain.update({ params: { id }, body: { priceCents: 1390, renewDecision: "keep" }, version: 2 });
    expect(await bell(rosa)).toMatchObject([{ message: "<b>Maya Thal</b> hat Entscheidung geändert." }]);
  });

  it("in a bulk edit is one notification, and of two records apart are two", async () => {
    const ids = [];
    for (const name of ["zeisig.example", "drossel.example", "fink.example"]) {
      const { id } = await createRecord(actor, "domain", { name });
      await (await office.as(rosa as Person)).follow.set({ type: "domain", id, on: true });
      ids.push(id);
    }
    office.signals.length = 0;
    await actor.domain.updateMany({ selection: { ids }, body: { renewDecision: "keep" } });
    expect(await bell(rosa)).toMatchObject([{ count: 3, message: "<b>Jana Petersen</b> hat Entscheidung geändert." }]);
    expect(office.signals.filter(({ event }) => /^n.*Notification|^notification/.test(event))).toHaveLength(2);
    for (const id of ids.slice(0, 2)) {
      const { version } = await actor.domain.get({ id });
      await actor.domain.update({ params: { id }, body: { renewDecision: "open" }, version });
    }
    expect((await bell(rosa)).map(({ count }) => count).toSorted()).toEqual([1, 1, 3]);
  });

  it("is not told where it stays as it is, to who has stopped following or has left", async () => {
    const { id } = await createRecord(actor, "domain", { name: "zeisig.example", renewDecision: "keep" });
    const reader = await office.as(rosa as Person);
    await reader.follow.set({ type: "domain", id, on: true });
    await actor.domain.update({ params: { id }, body: { renewDecision: "keep" }, version: 1 });
    await reader.follow.set({ type: "domain", id, on: false });
    await actor.domain.update({ params: { id }, body: { renewDecision: "open" }, version: 1 });
    expect(await bell(rosa)).toEqual([]);
    await reader.follow.set({ type: "domain", id, on: true });
    const { db } = office.services;
    await db
      .updateTable("users")
      .set({ deactivatedAt: "2026-01-01" })
      .where("id", "=", rosa?.id ?? "")
      .execute();
    await actor.domain.update({ params: { id }, body: { renewDecision: "keep" }, version: 2 });
    expect(await db.selectFrom("notifications").select("id").execute()).toEqual([]);
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
