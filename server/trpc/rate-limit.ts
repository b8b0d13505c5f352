import { keysOf, recordOf } from "../../contract/narrowing.ts";
import { Problem } from "../problem.ts";
import type { RateLimits, Take } from "../rate-limit.ts";
import type { PersonContext } from "./context.ts";

/** What a person does that others receive, and how often a minute; nobody who only types comes near. */
const perMinute = { messages: 120, comments: 120, reactions: 240, channelTests: 20 } as const;
const sentences: Record<LimitedAction, string> = {
  messages: "Zu viele Nachrichten auf einmal.",
  comments: "Zu viele Beiträge auf einmal.",
  reactions: "Zu viele Reaktionen auf einmal.",
  channelTests: "Zu viele Tests auf einmal.",
};

export type LimitedAction = keyof typeof perMinute;
const actions = keysOf(perMinute);

const limits = new WeakMap<RateLimits, Record<LimitedAction, Take>>();

/** Counts one thing of a kind that a person does; refuses it with the seconds to wait when it is too much. */
export async function enforceRateLimit(
  { limits: common, person, now }: Pick<PersonContext, "limits" | "person" | "now">,
  action: LimitedAction,
): Promise<void> {
  let own = limits.get(common);
  if (!own) {
    own = recordOf(actions, (name) => common.openBucket(`action:${name}`, perMinute[name]));
    limits.set(common, own);
  }
  const { isAllowed, resetSeconds } = await own[action](person.id, now().getTime());
  if (isAllowed) return;
  const wait = resetSeconds === 1 ? "1 Sekunde" : `${resetSeconds} Sekunden`;
  throw new Problem("too_many", {
    message: `${sentences[action]} Bitte warte ${wait}.`,
    retryAfterSeconds: resetSeconds,
  });
}

/** For procedures: the same before anything else is done. */
export function rateLimited(action: LimitedAction) {
  return async <Result>({ ctx, next }: { ctx: PersonContext; next: () => Promise<Result> }): Promise<Result> => {
    await enforceRateLimit(ctx, action);
    return next();
  };
}
