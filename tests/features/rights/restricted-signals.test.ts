import { beforeEach, describe, expect, it } from "vitest";
import { channelOf, liveEventNames } from "../../../contract/live/live-events.ts";
import { transact } from "../../../server/db/transact.ts";
import { type Api, appRouter } from "../../../server/features/router.ts";
import type { Signal } from "../../../server/live/publisher.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { walkProcedures } from "../../support/records/walk-procedures.ts";
import { createPage, mention, paragraph, write } from "../../support/wiki/wiki.ts";

/** All that does nothing to pages, chats and their files; and what shows them to others. */
const concerned = /^(page|chat|task|claim|deadline|attachment|file|note|relation|mention|feedback)\./;
const leave = [
  ...Object.keys(appRouter._def.procedures).filter((name) => !concerned.test(name)),
  "page.setVisibility",
  "page.update",
  "page.move",
];

let office: Office;
let maren: Person;
let moritz: Person;
let jana: Person;
let maintainer: Api;
let member: Api;
let secret: string;
let below: string;
let own: string;
let chat: string;
let task: string;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  moritz = await office.hire({ name: "Moritz Voss", role: "maintainer" });
  jana = await office.hire({ name: "Jana Petersen", role: "member" });
  await office.hire({ name: "Rosa Lesend", role: "readonly" });
  maintainer = await office.as(maren);
  member = await office.as(jana);
  secret = (await createPage(maintainer, { title: "Gehaltsrunde", visibility: "maintainers" })).id;
  below = (await createPage(maintainer, { title: "Gehaltsrunde Anhang" }, secret)).id;
  own = (await createPage(maintainer, { title: "Notizen", visibility: "private" })).id;
  chat = await openChat(secret, "eine-erste-nachricht");
  await openChat(own, "eine-zweite-nachricht");
  task = (await maintainer.task.create({ title: "Gehälter prüfen", targetType: "page", targetId: secret })).id;
  await write(office, maren, secret, paragraph("Worte ", mention("page", below)));
});

async function openChat(id: string, clientId: string): Promise<string> {
  const { id: opened } = await maintainer.chat.create({
    title: "Rückfrage",
    target: { type: "page", id },
    body: "Worte",
    clientId,
    fileKeys: [],
  });
  return opened;
}

const naming = (...ids: readonly string[]) => office.signals.filter((signal) => ids.some((id) => holds(signal, id)));
const holds = ({ payload }: Signal, id: string) => JSON.stringify(payload).includes(id);
const hearersOf = (signals: readonly Signal[]) => [...new Set(signals.map(({ toUserId }) => toUserId ?? "everybody"))];

describe("what is signalled about a restricted page", () => {
  it("reaches those who may read it and nobody else, whatever its people do", async () => {
    for (const id of [below, secret, own, chat, task])
      await walkProcedures(
        await office.contextOf(maren),
        { id, type: "page", words: "worte" },
        { kind: "mutation", leave },
      );

    expect(hearersOf(naming(secret, below, chat, task)).toSorted()).toEqual([maren.id, moritz.id].toSorted());
    expect(hearersOf(naming(own))).toEqual([maren.id]);
  });

  it("is told for every event of a channel that can be about one", async () => {
    const about: Signal[] = [
      { event: "recordsChanged", payload: { records: { type: "page", ids: [secret] } } },
      { event: "pageUpdated", payload: { page: { id: secret } } },
      { event: "chatMessage", payload: { chat: { id: chat }, number: 1 } },
      { event: "tasksChanged", payload: { tasks: { ids: [task] } } },
      { event: "claimChanged", payload: { claim: { type: "task", id: task } } },
    ];
    // Those about nothing that is restricted; a new event of a channel belongs to one of the two.
    const aboutOpen = [
      "newWebsite",
      "settingsChanged",
      "savedViewsChanged",
      "deadlinesChanged",
      "newUser",
      "feedbackUpdated",
      "feedbackNoted",
      ...(["websiteStatus", "hostStatus", "domainStatus", "domainChanged"] as const),
      ...(["liveGap", "liveMove"] as const),
      "jobFailed",
      "backupFailed",
      "schedulerStale",
      ...(["incidentOpened", "incidentClaimed", "incidentResolved", "maintenanceChanged"] as const),
    ];
    const known = [...about.map(({ event }) => event), ...aboutOpen];
    expect(liveEventNames.filter((event) => channelOf(event) !== undefined).toSorted()).toEqual(known.toSorted());
    const context = await office.contextOf(maren);
    for (const signal of about) {
      office.signals.length = 0;
      await transact(context, async (tx) => tx.signal(signal));
      expect(hearersOf(office.signals).toSorted()).toEqual([maren.id, moritz.id].toSorted());
      expect(new Set(office.signals.map(({ payload }) => JSON.stringify(payload)))).toEqual(
        new Set([JSON.stringify(signal.payload)]),
      );
    }
  });

  it("is told without ids to those who have just lost it", async () => {
    const open = (await createPage(maintainer, { title: "Offen" })).id;
    office.signals.length = 0;
    await maintainer.page.setVisibility({ id: open, visibility: "maintainers" });
    const broadcast = office.signals.filter(({ toUserId }) => toUserId === undefined);
    expect(broadcast).toEqual([{ event: "recordsChanged", payload: { records: { type: "page", ids: [] } } }]);
    expect(hearersOf(naming(open)).toSorted()).toEqual([maren.id, moritz.id].toSorted());
  });

  it("goes to everybody once everybody may read it", async () => {
    office.signals.length = 0;
    await maintainer.page.setVisibility({ id: secret, visibility: "team" });
    expect(hearersOf(naming(secret))).toEqual(["everybody"]);
  });

  it("is told together for many pages, to each of their readers once", async () => {
    const ids = [secret, below];
    office.signals.length = 0;
    const tag = await maintainer.tag.create({ body: { name: "Wichtig" } });
    office.signals.length = 0;
    await maintainer.page.tagMany({ selection: { ids }, add: [tag.id] });
    const told = office.signals.filter(({ event }) => event === "recordsChanged");
    expect(told.map(({ toUserId }) => toUserId).toSorted()).toEqual([maren.id, moritz.id].toSorted());
    for (const signal of told) expect(ids.every((id) => holds(signal, id))).toBe(true);
  });
});

describe("the id of a restricted page", () => {
  it("is in no history, conflict or notification of others", async () => {
    const body = { title: "Etwas zur Seite", description: "Worte", kind: "idea", area: "wiki" };
    const feedback = await member.feedback.create({ body });
    await maintainer.feedback.update({ params: { id: feedback.id }, body: { pageId: secret } });
    const open = (await createPage(maintainer, { title: "Offen" }, secret)).id;
    await maintainer.page.move({ id: open, parentId: null });
    await maintainer.page.setVisibility({ id: open, visibility: "team" });
    const { conflict } = await refusalOf(
      member.feedback.update({ params: { id: feedback.id }, body: { title: "Neu" }, version: 1 }),
    );
    expect(conflict?.fields.map(({ field }) => field)).toContain("pageId");
    const told = {
      conflict,
      history: await member.change.list({ type: "feedback", id: feedback.id }),
      pageHistory: await member.change.list({ type: "page", id: open }),
      activity: await member.user.activity({ id: jana.id }),
      notifications: await member.notification.list({ where: { forUserId: jana.id } }),
    };
    for (const [name, answer] of Object.entries(told))
      expect([name, JSON.stringify(answer).includes(secret)]).toEqual([name, false]);
    const admin = await office.as(await office.hire({ name: "Ada Admin", role: "admin" }));
    const log = await admin.audit.list({ where: {}, limit: 100 });
    expect(JSON.stringify(log)).not.toContain(own);
  });
});
