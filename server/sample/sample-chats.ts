import { readFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { parse } from "yaml";
import type { ReactionEmoji } from "../../contract/chats/chats.ts";
import type { RecordKey } from "../../contract/records/record-types.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import { portalMoment } from "../../contract/time/portal-time.ts";
import { addDays } from "../../contract/time/today.ts";
import { newId } from "../db/new-id.ts";
import { createChat, markRead, react, sendMessage, setStatus } from "../features/chats/commands.ts";
import { type Names, readNames, replaceNames } from "./sample-names.ts";
import type { Workplace } from "./workplace.ts";

interface SampleMessage {
  by: string;
  at: string | number;
  text: string;
  re?: number;
  signs?: Partial<Record<ReactionEmoji, string[]>>;
}

interface SampleChat {
  title: string;
  /** What it is about, as `kind:name`. */
  about?: string;
  /** How many days ago it was settled. */
  resolved?: number;
  /** How far the first person has read; everything otherwise. */
  read?: number;
  messages: SampleMessage[];
}

/** Lets the team talk in its chats; the first person has not read the newest of some. */
export async function createChats(workplace: Workplace, readerName: string): Promise<void> {
  const names = await readNames(workplace.services.db);
  const text = await readFile(path.join(import.meta.dirname, "chats.yaml"), "utf8");
  const chats: SampleChat[] = parse(text);
  for (const chat of chats) await createOne(workplace, chat, { names, readerName });
}

async function createOne(
  workplace: Workplace,
  { title, about, resolved, read, messages }: SampleChat,
  { names, readerName }: { names: Names; readerName: string },
): Promise<void> {
  const target = about === undefined ? undefined : targetOf(about, names);
  let chatId = "";
  let at = new Date(0);
  for (const { by, re, text, signs = {}, ...message } of messages) {
    at = new Date(Math.max(at.getTime() + 4 * minuteMs, momentOf(workplace, message.at).getTime()));
    const ctx = workplace.contextOf(by, at);
    const body = replaceNames(text, names, (key) => `@[${key.kind}:${key.id}]`);
    const written = { body, clientId: newId(), fileKeys: [] };
    if (chatId) await sendMessage(ctx, { chatId, ...written, ...(re && { replyTo: re }) });
    else chatId = (await createChat(ctx, { title, target, ...written })).id;
    for (const [sign, people] of Object.entries(signs))
      await give(workplace, chatId, sign as ReactionEmoji, people, at);
    await setImmediate();
  }
  const last = workplace.contextOf(
    messages.at(-1)?.by ?? "",
    resolved ? laterThan(at, workplace.moment(resolved)) : at,
  );
  if (resolved !== undefined) await setStatus(last, { id: chatId, status: "resolved" });
  await markRead(workplace.contextOf(readerName, at), { id: chatId, number: read ?? messages.length });
}

function targetOf(about: string, names: Names): RecordKey {
  const [, type = "", name = ""] = /^([a-z]+):(.+)$/.exec(about) ?? [];
  return { type: type as RecordKey["type"], id: names(type, name).id };
}

/** Puts signs to the newest message of a chat, a little later. */
async function give(workplace: Workplace, chatId: string, sign: ReactionEmoji, people: readonly string[], at: Date) {
  const { id } = await workplace.services.db
    .selectFrom("chatMessages")
    .select("id")
    .where("chatId", "=", chatId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const [index, name] of people.entries())
    await react(workplace.contextOf(name, new Date(at.getTime() + (index + 1) * minuteMs)), { id, sign, on: true });
}

function momentOf(workplace: Workplace, at: string | number): Date {
  if (typeof at === "number") return workplace.moment(at);
  const [, yesterday, count, unit] = /^(?:yesterday (\d\d:\d\d)|([\d.]+)([mh]))$/.exec(at) ?? [];
  if (yesterday) return portalMoment(addDays(workplace.today, -1), yesterday);
  return new Date(workplace.services.now().getTime() - Number(count) * (unit === "h" ? 60 : 1) * minuteMs);
}

const laterThan = (at: Date, wanted: Date) => new Date(Math.max(at.getTime() + minuteMs, wanted.getTime()));
