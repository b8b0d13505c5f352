import { beforeEach, describe, expect, it } from "vitest";
import { usualChecklist } from "../../../contract/host-moves/host-moves.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let keeper: Api;
let hostId: string;
let targetHostId: string;
let websiteId: string;
let domainId: string;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  keeper = await office.as(await office.hire({ role: "maintainer" }));
  hostId = (await createRecord(keeper, "host", { name: "web01" })).id;
  targetHostId = (await createRecord(keeper, "host", { name: "web02" })).id;
  customerId = (await createRecord(keeper, "customer", { name: "Weingut Amsel" })).id;
  const hosts = [{ id: hostId, role: "web" }];
  const made = await createRecord(keeper, "website", {
    url: "https://www.amsel.example/",
    name: "Amsel",
    hosts,
    customerId,
  });
  websiteId = made.id;
  domainId = (await createRecord(keeper, "domain", { name: "amsel-wein.de" })).id;
  const { version } = await keeper.website.get({ id: websiteId });
  await keeper.website.update({
    params: { id: websiteId },
    body: { domains: [{ id: domainId, role: "main" }] },
    version,
  });
});

const plan = () => ({
  hostId,
  targetHostId,
  websiteIds: [websiteId],
  movesOn: "2026-12-01",
  templateId: null,
  assigneeUserId: null,
});

describe("a move", () => {
  it("is refused to strangers and readers, to the same host, to yesterday, and for websites of others", async () => {
    expect((await refusalOf((await office.as()).hostMove.plan(plan()))).code).toBe("UNAUTHORIZED");
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf(reader.hostMove.plan(plan()))).code).toBe("FORBIDDEN");
    const { id: other } = await createRecord(keeper, "website");
    for (const [wrong, field] of [
      [{ targetHostId: hostId }, "targetHostId"],
      [{ movesOn: "2026-11-19" }, "movesOn"],
      [{ websiteIds: [websiteId, other] }, "websiteIds"],
      [{ templateId: "nirgends" }, "templateId"],
    ] as const)
      expect(await refusalOf(keeper.hostMove.plan({ ...plan(), ...wrong } as never))).toMatchObject({
        fields: { [field]: expect.any(Array) },
      });
    expect((await refusalOf(keeper.hostMove.plan({ ...plan(), targetHostId: "nirgends" }))).code).toBe("NOT_FOUND");
    expect(await office.services.db.selectFrom("tasks").selectAll().execute()).toEqual([]);
    expect((await keeper.domain.get({ id: domainId })).values.movingUntil).toBeNull();
  });

  it("leaves tasks with checklists, one in time for the TTL, and domains whose changes are expected", async () => {
    const wanted = { ...plan(), creationId: "umzug-0001-0001-0001" };
    const { taskIds } = await keeper.hostMove.plan(wanted);
    const [ttl, move] = await Promise.all(taskIds.map((id) => keeper.task.get({ id })));
    expect(ttl).toMatchObject({ dueOn: "2026-11-29", target: { type: "host", id: hostId } });
    expect(ttl?.text).toContain("Amsel (www.amsel.example): TTL unbekannt");
    expect(move).toMatchObject({ title: "Umzug Amsel: web01 → web02", dueOn: "2026-12-01" });
    expect(move?.checklist.map(({ text }) => text)).toEqual([...usualChecklist]);
    expect((await keeper.domain.get({ id: domainId })).values.movingUntil).toBe("2026-12-03");
    await keeper.hostMove.plan(wanted);
    expect(await office.services.db.selectFrom("tasks").selectAll().execute()).toHaveLength(2);
  });

  it("takes the checklist of the team, and shortens no longer move", async () => {
    const { version } = await keeper.domain.get({ id: domainId });
    await keeper.domain.update({ params: { id: domainId }, body: { movingUntil: "2027-01-31" }, version });
    const { id: templateId } = await keeper.task.saveTemplate({ title: "Serverumzug", items: ["Kunde anrufen"] });
    const { taskIds } = await keeper.hostMove.plan({ ...plan(), templateId });
    expect((await keeper.task.get({ id: taskIds[1] ?? "" })).checklist).toMatchObject([{ text: "Kunde anrufen" }]);
    expect((await keeper.domain.get({ id: domainId })).values.movingUntil).toBe("2027-01-31");
  });
});

describe("telling the customers of a host", () => {
  const contact = (body: object) => createRecord(keeper, "contact", { customerId, ...body });

  it("is nothing for readers, and reaches nobody who is not concerned", async () => {
    const reader = await office.as(await office.hire({ role: "readonly" }));
    const mail = { id: hostId, contactIds: ["x"], subject: "Hallo", text: "Text" };
    expect((await refusalOf(reader.hostMove.draft({ id: hostId }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(reader.hostMove.send(mail))).code).toBe("FORBIDDEN");
    expect(await refusalOf(keeper.hostMove.send(mail))).toMatchObject({ fields: { contactIds: expect.any(Array) } });
    expect((await refusalOf(keeper.hostMove.draft({ id: "nirgends" }))).code).toBe("NOT_FOUND");
  });

  it("writes to the technical contacts, each about their own websites", async () => {
    await contact({ lastName: "Büro", email: "buero@amsel.example" });
    const tech = await contact({ lastName: "Technik", email: "technik@amsel.example", roles: ["tech"] });
    const draft = await keeper.hostMove.draft({ id: hostId });
    expect(draft.recipients).toMatchObject([{ contactId: tech.id, websites: ["Amsel"], isTechnical: true }]);
    expect(draft.text).toContain("{Websites}");
    const { subject, text } = draft;
    expect(await keeper.hostMove.send({ id: hostId, contactIds: [tech.id], subject, text })).toEqual({ sent: 1 });
    const mails = await office.services.db.selectFrom("mails").selectAll().execute();
    expect(mails).toMatchObject([{ toEmail: "technik@amsel.example", kind: "hostInfo" }]);
    expect(mails[0]?.contentJson).toContain("- Amsel");
    const noted = await office.services.db
      .selectFrom("changes")
      .select("kind")
      .where("subjectId", "=", hostId)
      .execute();
    expect(noted.map(({ kind }) => kind)).toContain("host.informed");
  });

  it("writes once, however often what was sent is sent again", async () => {
    const tech = await contact({ lastName: "Technik", email: "technik@amsel.example", roles: ["tech"] });
    const letter = { id: hostId, contactIds: [tech.id], subject: "Umzug", text: "Guten Tag", creationId: "briefeins1" };
    for (let times = 0; times < 2; times += 1) expect(await keeper.hostMove.send(letter)).toEqual({ sent: 1 });
    const { db } = office.services;
    expect(await db.selectFrom("mails").select("toEmail").execute()).toEqual([{ toEmail: "technik@amsel.example" }]);
    const noted = db.selectFrom("changes").select("id").where("kind", "=", "host.informed");
    expect(await noted.execute()).toHaveLength(1);
  });
});
