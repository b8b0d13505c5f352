import { minuteMs } from "../../../contract/time/durations.ts";
import { elapsedMs } from "../../../contract/time/elapsed.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findChat, readersAmong } from "./access.ts";

const typingWindowMs = 10 * minuteMs;

/** Lets those who have the chat open see that somebody is writing; nothing is kept. */
export async function announceTyping(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const { target } = await findChat(ctx.db, ctx.person, id);
  if (!isDue(ctx, id)) return { id };
  if (ctx.session?.preferences?.isInvisible) return { id };
  const since = new Date(ctx.now().getTime() - typingWindowMs).toISOString();
  const people = await ctx.db
    .selectFrom("chatReads")
    .innerJoin("users", "users.id", "chatReads.userId")
    .select(["users.id", "users.role"])
    .where("chatId", "=", id)
    .where("users.id", "!=", ctx.person.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("sessions")
          .select("sessions.id")
          .whereRef("sessions.userId", "=", "users.id")
          .where("sessions.lastSeenAt", ">", since),
      ),
    )
    .execute();
  const user = { id: ctx.person.id, name: ctx.person.name };
  const readers = await readersAmong(ctx.db, target, people);
  ctx.publish(
    readers.map((reader) => ({ event: "chatTyping", payload: { chat: { id }, user }, toUserId: reader.id }) as const),
  );
  return { id };
}

const lastSignals = new Map<string, number>();
const signalEveryMs = 1000;
const maxTracked = 10_000;

/** Whoever has sent what they wrote is heard again as soon as they go on. */
export function endTyping({ person }: Pick<PersonContext, "person">, chatId: string): void {
  lastSignals.delete(`${person.id}:${chatId}`);
}

/** Whether a second has passed since the last signal; faster ones are not passed on. */
function isDue({ person, now }: PersonContext, chatId: string): boolean {
  const key = `${person.id}:${chatId}`;
  const at = now();
  if (elapsedMs(lastSignals.get(key) ?? 0, at) < signalEveryMs) return false;
  if (lastSignals.size >= maxTracked) lastSignals.clear();
  lastSignals.set(key, at.getTime());
  return true;
}
