import { beforeEach, describe, expect, it } from "vitest";
import { countThings } from "../../../contract/offboarding/offboarding.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal } from "../../support/records/refusals.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let chief: Person;
let jana: Person;
let timo: Person;
let admin: Api;
let janas: Api;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin" });
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
  admin = await office.as(chief);
  janas = await office.as(jana);
});

const kinds = async () =>
  (await office.services.db.selectFrom("changes").select("kind").orderBy("id").execute()).map(({ kind }) => kind);
const customer = (name: string) => createRecord(admin, "customer", { name, responsibleUserId: jana.id });
const get = () => admin.offboarding.get({ id: jana.id });
const notes = (person: Person) =>
  office.services.db.selectFrom("notifications").select(["title", "link"]).where("forUserId", "=", person.id).execute();

async function giveDevice() {
  const { id } = await createRecord(admin, "device", { name: "Notebook" });
  await admin.device.checkOut({ deviceIds: [id], to: { type: "user", id: jana.id } });
  return id;
}

describe("seeing somebody off is refused", () => {
  it("to everybody but admins", async () => {
    for (const person of [undefined, jana, timo]) {
      const api = await office.as(person);
      const code = person ? "FORBIDDEN" : "UNAUTHORIZED";
      const calls = [
        api.offboarding.get({ id: jana.id }),
        api.offboarding.takeBack({ id: jana.id, deviceIds: ["x"] }),
        api.offboarding.handOver({ id: jana.id, toId: timo.id }),
        api.offboarding.endAccess({ id: jana.id }),
        api.offboarding.finish({ id: jana.id }),
      ];
      for (const call of calls) await expect(call).rejects.toMatchObject({ code });
    }
  });

  it("for people who are not known, and for those who have never come", async () => {
    await expect(admin.offboarding.get({ id: "niemand" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const invited = await admin.user.invite({ body: { name: "Neu", email: "neu@agentur.example", role: "member" } });
    await expectRefusal(admin.offboarding.finish({ id: invited.user.id }), "PRECONDITION_FAILED");
  });

  it("for the last admin, whose account stays open", async () => {
    expect((await admin.offboarding.get({ id: chief.id })).refusal).toEqual(expect.any(String));
    await expectRefusal(admin.offboarding.finish({ id: chief.id }), "PRECONDITION_FAILED");
    expect(await kinds()).toEqual([]);
    expect((await get()).refusal).toBeNull();
  });

  it("to hand over to nobody, to the same person, or to who is not there", async () => {
    const gone = await office.hire({ name: "Weg" });
    await admin.user.deactivate({ id: gone.id });
    await customer("Weingut Amsel");
    for (const toId of ["", "niemand", jana.id, gone.id])
      await expectRefusal(admin.offboarding.handOver({ id: jana.id, toId }), "BAD_REQUEST", "toId");
    expect(countThings((await get()).left)).toBe(1);
  });
});

describe("a way out", () => {
  it("begins with what is theirs and no run", async () => {
    await giveDevice();
    await customer("Weingut Amsel");
    await janas.apiToken.create({ name: "Skript", scopes: ["records:read"], days: 30 });
    expect(await get()).toMatchObject({
      person: { name: "Jana Petersen", state: "active" },
      run: null,
      left: {
        devices: [{ title: "Notebook" }],
        responsibilities: [{ type: "customer", total: 1 }],
        feedback: 0,
        tasks: 0,
        tokens: 1,
        sessions: 1,
      },
    });
  });

  it("takes devices back as a return, and leaves alone what others have", async () => {
    const id = await giveDevice();
    const others = await createRecord(admin, "device", { name: "Monitor" });
    await admin.device.checkOut({ deviceIds: [others.id], to: { type: "user", id: timo.id } });
    expect(await admin.offboarding.takeBack({ id: jana.id, deviceIds: [id, others.id] })).toEqual({ moved: 1 });
    expect(await admin.offboarding.takeBack({ id: jana.id, deviceIds: [id] })).toEqual({ moved: 0 });
    expect((await admin.device.movements({ deviceId: id }))[0]).toMatchObject({ kind: "checkIn" });
    expect(await admin.device.heldBy({ userId: timo.id })).toHaveLength(1);
    const { run, left } = await get();
    expect(left.devices).toEqual([]);
    expect(run?.entries).toMatchObject([{ step: "devices", by: "Chef", things: [{ id, title: "Notebook" }] }]);
  });

  it("hands everything over in batches, with history, live signals and one word to the receiver", async () => {
    for (let index = 0; index < 30; index++) await customer(`Kunde ${index}`);
    await createPage(janas, { title: "Server-Umzug" });
    await createRecord(admin, "feedback", { kind: "idea", area: "wiki", title: "Suche", assigneeId: jana.id });
    office.signals.length = 0;
    const done = await admin.offboarding.handOver({ id: jana.id, toId: timo.id });
    expect(done).toEqual({ moved: 32, skipped: [] });
    const { run, left } = await get();
    expect(countThings(left)).toBe(0);
    expect(run?.entries.map(({ step, to, things }) => [step, to?.label, things?.length])).toEqual([
      ["responsibilities", "Timo Brandt", 25],
      ["responsibilities", "Timo Brandt", 7],
    ]);
    expect((await kinds()).filter((kind) => kind === "customer.updated")).toHaveLength(30);
    expect(office.signals.filter(({ event }) => event === "recordsChanged").length).toBeLessThan(6);
    const told = (await notes(timo)).filter(({ title }) => title.startsWith("Du bist jetzt zuständig"));
    expect(told).toMatchObject([{ link: `/users/${timo.id}/tasks` }]);
    expect(await admin.offboarding.handOver({ id: jana.id, toId: timo.id })).toEqual({ moved: 0, skipped: [] });
    expect((await get()).run?.entries).toHaveLength(2);
  });

  it("hands over some kinds to one and the rest to another", async () => {
    await customer("Weingut Amsel");
    await createPage(janas, { title: "Server-Umzug" });
    await admin.offboarding.handOver({ id: jana.id, toId: timo.id, types: ["page"] });
    expect((await get()).left.responsibilities).toMatchObject([{ type: "customer", total: 1 }]);
    await admin.offboarding.handOver({ id: jana.id, toId: chief.id });
    expect(countThings((await get()).left)).toBe(0);
  });

  it("gives nobody a page that they may not read, and says so", async () => {
    const lena = await office.hire({ name: "Lena Voss", role: "readonly" });
    const page = await createPage(admin, { title: "Zugänge", visibility: "maintainers", responsibleUserId: timo.id });
    const done = await admin.offboarding.handOver({ id: timo.id, toId: lena.id });
    expect(done).toEqual({
      moved: 0,
      skipped: [{ type: "page", id: page.id, title: "Zugänge", reason: expect.stringContaining("Lena Voss") }],
    });
    expect(await notes(lena)).toEqual([]);
  });

  it("keeps private pages private", async () => {
    await createPage(janas, { title: "Mein Tagebuch", visibility: "private" });
    expect(JSON.stringify(await get())).not.toContain("Tagebuch");
    expect(await admin.offboarding.handOver({ id: jana.id, toId: timo.id })).toEqual({ moved: 0, skipped: [] });
  });

  it("revokes tokens and ends sessions, once", async () => {
    await janas.apiToken.create({ name: "Skript", scopes: ["records:read"], days: 30 });
    expect(await admin.offboarding.endAccess({ id: jana.id })).toEqual({ ended: 2 });
    expect(await admin.offboarding.endAccess({ id: jana.id })).toEqual({ ended: 0 });
    expect(await kinds()).toEqual(expect.arrayContaining(["apiToken.revoked", "session.all-ended"]));
    expect(office.disconnected).toHaveLength(1);
    expect((await get()).run?.entries).toMatchObject([{ step: "access", tokens: ["Skript"], sessions: 1 }]);
  });

  it("ends with a closed account, and says what is still theirs", async () => {
    await customer("Weingut Amsel");
    await admin.offboarding.finish({ id: jana.id });
    const { person, run } = await get();
    expect(person.state).toBe("deactivated");
    expect(run?.finishedAt).toEqual(office.services.now());
    expect(run?.entries.at(-1)).toMatchObject({ step: "account", left: 1 });
    expect(await kinds()).toEqual(expect.arrayContaining(["user.deactivated", "user.left"]));
    await admin.offboarding.handOver({ id: jana.id, toId: timo.id });
    expect((await get()).run).toMatchObject({ id: run?.id, entries: [{}, {}, { step: "responsibilities" }] });
  });

  it("starts anew for somebody who came back", async () => {
    await admin.offboarding.finish({ id: jana.id });
    office.advance(1000);
    await admin.user.reactivate({ id: jana.id });
    expect((await get()).run).toBeNull();
    office.advance(1000);
    await admin.offboarding.finish({ id: jana.id });
    expect((await get()).run?.entries).toHaveLength(1);
  });
});

describe("the tasks of somebody who leaves", () => {
  it("go to somebody else, are told of once and stay where the other may not see what they are about", async () => {
    await janas.task.create({ title: "Anrufen", assigneeUserId: jana.id });
    await admin.task.create({ title: "Angebot schreiben", assigneeUserId: jana.id });
    await janas.task.complete({ id: (await janas.task.create({ title: "Schon getan", assigneeUserId: jana.id })).id });
    const page = await createPage(janas, { title: "Notizen", visibility: "private" });
    const own = { title: "Notizen ordnen", targetType: "page", targetId: page.id } as const;
    await janas.task.create({ ...own, assigneeUserId: jana.id });
    const { left } = await get();
    expect([left.tasks, countThings(left)]).toEqual([2, 2]);
    const handed = await admin.offboarding.handOver({ id: jana.id, toId: timo.id, types: ["task"] });
    expect(handed).toEqual({ moved: 2, skipped: [] });
    expect(await notes(timo)).toEqual([
      { title: "Du bist jetzt zuständig: 2 Aufgaben", link: `/users/${timo.id}/tasks` },
    ]);
    const timos = await office.as(timo);
    expect((await timos.user.tasks({ id: timo.id })).tasks.items.map(({ label }) => label)).toEqual([
      "Anrufen",
      "Angebot schreiben",
    ]);
    expect((await get()).left.tasks).toBe(0);
  });

  it("are skipped with the reason when the other may do none", async () => {
    const rosa = await office.hire({ name: "Rosa Lesend", role: "readonly" });
    await admin.task.create({ title: "Anrufen", assigneeUserId: jana.id });
    const { skipped } = await admin.offboarding.handOver({ id: jana.id, toId: rosa.id, types: ["task"] });
    expect(skipped).toMatchObject([{ type: "task", reason: expect.stringMatching(/Rosa Lesend.*„Lesend“/) }]);
  });
});
