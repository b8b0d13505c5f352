import { rmSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { readLeft } from "../../support/portal/left-data.ts";
import { openMortalPortal } from "../../support/portal/mortal-portal.ts";
import { newDataDir } from "../../support/portal/portal-process.ts";
import { type ReceivedMail, startMailServer } from "../../support/servers/mail-server.ts";
import { hireInto } from "../../support/staff.ts";

const writers = 3;
const entriesEach = 40;
const readers = 5;
const kills = 4;

/** No mail is given up; the one that a dead portal had in hand is taken up by the next. */
function leave(sqlite: Sqlite.Database): void {
  expect(sqlite.prepare("select state from mails where state not in ('queued', 'sending', 'sent')").all()).toEqual([]);
}

interface Told {
  email: string;
  title: string;
}

/** Whom the portal has told of what. */
const toldIn = (sqlite: Sqlite.Database) =>
  sqlite
    .prepare("select email, title from notifications join users on users.id = for_user_id order by title, email")
    .all() as Told[];

const idOf = ({ headers }: ReceivedMail) => headers.get("message-id") ?? "";

it("what people are mailed of arrives, in mails that keep their Message-ID, though the portal is killed four times", async () => {
  const dataDir = newDataDir();
  const author = await hireInto(dataDir);
  const crew: { cookie: string; email: string }[] = [];
  for (let index = 0; index < readers; index += 1) {
    const email = `person${index}@agentur.example`;
    crew.push({ email, ...(await hireInto(dataDir, { name: `Person ${index}`, email })) });
  }
  const portal = await openMortalPortal(dataDir, leave);
  const server = await startMailServer();
  const client = portal.client(author.cookie);
  const values = { host: "127.0.0.1", port: server.port, security: "none", fromEmail: "portal@agentur.example" };
  await client.setting.update.mutate({ section: "mail", values, secrets: {}, version: 0 });
  const quiet = { isOn: false, from: "19:00", to: "07:00", weekend: false, criticalAnyway: true, silencesLive: false };
  for (const { cookie } of crew) {
    const { notification } = portal.client(cookie);
    await notification.setChannel.mutate({ topic: "feedback", channel: "mail", isOn: true });
    await notification.setQuietHours.mutate({ quiet });
  }

  const acknowledged: string[] = [];
  const total = writers * entriesEach;
  server.onMail = async () => {
    // The server has this mail and keeps it, and the portal never hears of that.
    if (portal.kills < kills && acknowledged.length >= ((portal.kills + 1) * total) / (kills + 2)) await portal.kill();
  };
  const write = async (index: number) => {
    for (let count = 0; count < entriesEach; count += 1) {
      const title = `Wunsch <${index}-${count}>`;
      const given = { body: { title, area: "wiki" }, files: [] };
      if (await portal.once(() => client.feedback.give.mutate(given))) acknowledged.push(`Neues Feedback: ${title}`);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, index) => write(index)));
  await vi.waitUntil(() => portal.kills === kills, { timeout: 200_000 });
  const textsTo = (email: string) => server.received.filter(({ to }) => to.includes(email)).map(({ text }) => text);
  await vi.waitFor(
    async () => {
      for (const { email } of crew) {
        const all = textsTo(email).join("\n");
        expect(acknowledged.filter((title) => !all.includes(title))).toEqual([]);
      }
      const all = await client.mail.list.query({});
      const sent = await client.mail.list.query({ where: { state: "sent" } });
      expect(sent.totalItems).toBe(all.totalItems);
    },
    { timeout: 200_000 },
  );
  await portal.stop();

  const mails = Map.groupBy(server.received, idOf);
  // Only what the portal had in hand when it died comes twice: the very same mail.
  expect(server.received.length).toBe(mails.size + kills);
  for (const copies of mails.values()) expect(new Set(copies.map(({ to, text }) => `${to}\n${text}`)).size).toBe(1);
  await readLeft(dataDir, (sqlite) => {
    const queued = sqlite.prepare("select '<' || id || '@127.0.0.1>', state from mails").raw().all() as string[][];
    expect(queued.sort()).toEqual([...mails.keys()].map((id) => [id, "sent"]).sort());
    const once = [...mails.values()].flatMap(([copy]) => copy ?? []);
    const timesMailed = ({ email, title }: Told) =>
      once.filter(({ to, text }) => to.includes(email) && text.includes(title)).length;
    const told = toldIn(sqlite);
    expect(told.length).toBeGreaterThanOrEqual(acknowledged.length * readers);
    expect(told.filter((each) => timesMailed(each) !== 1)).toEqual([]);
  });
  rmSync(dataDir, { recursive: true });
});
