import { minuteMs } from "../../../contract/time/durations.ts";
import { elapsedMs } from "../../../contract/time/elapsed.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findChat, readersAmong } from "./access.ts";

const typingWindowMs = 10 * minuteMs;

/** Lets those who have the chat open see that somebody is writing; nothing is kept. */
export async function announceTyping(
  ctx: PersonContext,
  { id, clientId }: { id: string; clientId: string },
): Promise<{ id: string }> {
  const { target } = await findChat(ctx.db, ctx.person, id);
  if (!isDue(ctx, id, clientId)) return { id };
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
    readers.map(
      (reader) =>
        ({
          event: "chatTyping",
          payload: { chat: { id }, user, message: { clientId } },
          toUserId: reader.id,
        }) as const,
    ),
  );
  return { id };
}

interface LastSignal {
  at: number;
  /** What was sent last; a signal of it that was overtaken on its way comes too late. */
  sentId?: string;
}

/**
 * Of this node alone. With others each lets a signal through once a second, and one that overtakes its message on another
 * node arrives: browsers show nobody as typing what they have already received.
 */
const lastSignals = new Map<string, LastSignal>();
const signalEveryMs = 1000;
const maxTracked = 10_000;

const keyOf = ({ person }: Pick<PersonContext, "person">, chatId: string) => `${person.id}:${chatId}`;

/** Whoever has sent what they wrote is heard again as soon as they go on. */
export function endTyping(ctx: Pick<PersonContext, "person">, chatId: string, clientId: string): void {
  keep(keyOf(ctx, chatId), { at: 0, sentId: clientId });
}

/** Whether a second has passed since the last signal; faster ones are not passed on, nor those of what is sent. */
function isDue(ctx: PersonContext, chatId: string, clientId: string): boolean {
  const key = keyOf(ctx, chatId);
  const last = lastSignals.get(key) ?? { at: 0 };
  const now = ctx.now();
  if (last.sentId === clientId || elapsedMs(last.at, now) < signalEveryMs) return false;
  keep(key, { ...last, at: now.getTime() });
  return true;
}

function keep(key: string, signal: LastSignal): void {
  if (lastSignals.size >= maxTracked) lastSignals.clear();
  lastSignals.set(key, signal);
}
