import { beforeEach, describe, expect, it } from "vitest";
import { ownerOf } from "../../../contract/files/attachments.ts";
import type { Role } from "../../../contract/roles.ts";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type Step, walkProcedures } from "../../support/records/walk-procedures.ts";
import { createPage, heading, mention, paragraph, write } from "../../support/wiki/wiki.ts";

/** Capitals mark what is restricted; what is typed into searches is in small letters. */
const secret = /GEHEIM/;
const nowhere = "01900000-0000-7000-8000-000000000000";
/** Those that reach beyond the office, and those that count attempts. */
const leave = [
  "mail.test",
  "webhook.test",
  "channel.test",
  "pushSubscription.test",
  "security.confirmWithPassword",
  "security.confirmWithPasskey",
];

let office: Office;
let maren: Person;
let maintainer: Api;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  maintainer = await office.as(maren);
});

async function hideSomething(visibility: "maintainers" | "private"): Promise<Record<string, string>> {
  const open = (await createPage(maintainer, { title: "Offene Seite" })).id;
  const page = (await createPage(maintainer, { title: "GEHEIMPLAN", visibility })).id;
  const child = (await createPage(maintainer, { title: "GEHEIMES Kind" }, page)).id;
  const pointing = [mention("page", page, "GEHEIMPLAN"), mention("page", child, "GEHEIMES Kind")];
  await write(office, maren, page, heading("GEHEIME Überschrift"), paragraph("GEHEIMER Text", mention("page", open)));
  await write(office, maren, open, paragraph("Siehe ", ...pointing));
  await maintainer.page.update({ params: { id: page }, body: { tags: [] } });
  await maintainer.page.visit({ id: page });
  await maintainer.page.setFavourite({ id: page, isFavourite: true });
  const chat = await maintainer.chat.create({
    title: "GEHEIMER Chat",
    target: { type: "page", id: page },
    body: `GEHEIME Worte @[page:${page}]`,
    clientId: "eine-erste-nachricht",
    fileKeys: [],
  });
  const aside = await maintainer.chat.create({
    title: "Offener Chat",
    body: `Worte @[page:${page}]`,
    clientId: "eine-zweite-nachricht",
    fileKeys: [],
  });
  const messages = await maintainer.chat.messages({ chatId: chat.id });
  const message = messages.messages[0]?.id as string;
  await maintainer.chat.react({ id: message, sign: "👍", on: true }).catch(() => undefined);
  const task = await maintainer.task.create({ title: "GEHEIME Aufgabe", targetType: "page", targetId: page });
  await maintainer.claim.claim({ type: "task", id: task.id });
  const said = { targetType: "message", targetId: message } as const;
  const follow = await maintainer.task.create({ title: "GEHEIM aus dem Chat", ...said });
  const body = { title: "Etwas über die Seite", description: "Worte", kind: "idea", area: "wiki", pageId: page };
  const feedback = await maintainer.feedback.create({ body });
  const key = newId();
  const at = office.services.now().toISOString();
  await office.services.db
    .insertInto("files")
    .values({
      key,
      filename: "GEHEIM.pdf",
      mimeType: "application/pdf",
      size: 3,
      width: null,
      height: null,
      purpose: "file",
      createdById: maren.id,
      createdAt: at,
      receivedAt: at,
      checkedAt: at,
      confirmedAt: at,
      owner: ownerOf({ type: "page", id: page }),
    })
    .execute();
  return {
    page,
    child,
    chat: chat.id,
    message,
    file: key,
    task: task.id,
    follow: follow.id,
    open,
    aside: aside.id,
    feedback: feedback.id,
    maren: maren.id,
  };
}

/** All that is restricted, as it lies in the database. */
async function restrictedRows(ids: readonly string[]) {
  const { db } = office.services;
  return JSON.stringify([
    await db.selectFrom("pages").selectAll().where("id", "in", ids).orderBy("id").execute(),
    await db.selectFrom("pageRevisions").selectAll().where("pageId", "in", ids).orderBy("no").execute(),
    await db.selectFrom("chats").selectAll().where("id", "in", ids).orderBy("id").execute(),
    await db.selectFrom("chatMessages").selectAll().where("chatId", "in", ids).orderBy("id").execute(),
    await db.selectFrom("chatReads").selectAll().where("chatId", "in", ids).orderBy("userId").execute(),
    await db.selectFrom("tasks").selectAll().where("id", "in", ids).orderBy("id").execute(),
    await db.selectFrom("files").selectAll().where("key", "in", ids).execute(),
    await db.selectFrom("pageVisits").selectAll().where("pageId", "in", ids).orderBy("userId").execute(),
    await db.selectFrom("pageFavourites").selectAll().where("pageId", "in", ids).orderBy("userId").execute(),
  ]);
}

/** What was created a moment ago may not be created again. */
const isTaken = (refusal: string | undefined) => refusal?.startsWith("CONFLICT") ?? false;

const outsiders: readonly ["maintainers" | "private", readonly Role[]][] = [
  ["maintainers", ["readonly", "member"]],
  ["private", ["readonly", "member", "maintainer", "admin"]],
];

describe.each(outsiders)("what is restricted to %s", (visibility, roles) => {
  it.each([...roles])(
    "is told to a %s by no procedure, and cannot be told from what is not there",
    async (role) => {
      const hidden = await hideSomething(visibility);
      const person = await office.hire({ name: "Rosa Fremd", role });
      const told: Record<string, string> = {};
      const differing: Record<string, unknown> = {};
      const inside = [
        hidden.page,
        hidden.child,
        hidden.chat,
        hidden.message,
        hidden.file,
        hidden.task,
        hidden.follow,
      ] as string[];
      const before = await restrictedRows(inside);
      for (const kind of ["query", "mutation"] as const) {
        const context = await office.contextOf(person);
        const filling = { type: "page", words: "geheim" };
        // A question that names none of them has one answer.
        const answered = kind === "query" ? new Map<string, Step>() : undefined;
        const missing = await walkProcedures(context, { ...filling, id: nowhere }, { kind, leave, answered });
        for (const [what, id] of Object.entries(hidden)) {
          const steps = await walkProcedures(context, { ...filling, id }, { kind, leave, answered });
          expect(steps.length).toBeGreaterThan(20);
          for (const step of steps)
            if (secret.test(JSON.stringify(step.answer ?? step.refusal ?? null)))
              told[`${step.name} ${what}`] = JSON.stringify(step.answer ?? step.refusal).slice(0, 300);
          if (!inside.includes(id)) continue;
          for (const [index, { name, input, refusal }] of steps.entries())
            if (![refusal, missing[index]?.refusal].some(isTaken) && refusal !== missing[index]?.refusal)
              differing[`${name} ${what}`] = [JSON.stringify(input).slice(0, 200), refusal, missing[index]?.refusal];
        }
      }
      expect(told).toEqual({});
      expect(differing).toEqual({});
      expect(await restrictedRows(inside)).toBe(before);
      const heard = office.signals.filter((signal) => signal.toUserId === undefined || signal.toUserId === person.id);
      expect(JSON.stringify(heard)).not.toMatch(secret);
    },
    120_000,
  );
});
