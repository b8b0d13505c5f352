import type { z } from "zod";
import { channelOf } from "../../../contract/live/live-events.ts";
import { payloadSchema } from "../../../contract/live/payload-schema.ts";
import type { FieldProblems } from "../../../contract/problems.ts";
import type * as contract from "../../../contract/workbench/workbench.ts";
import { transact } from "../../db/transact.ts";
import type { Signal } from "../../live/publisher.ts";
import { Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** Fires an event at its channel, or at the person who asks; the asking browser hears it too. */
export async function sendLiveEvent(
  ctx: PersonContext,
  { event, payload }: z.infer<typeof contract.sendLiveEvent>,
): Promise<contract.SentLiveEvent> {
  const parsed = payloadSchema(event).safeParse(payload);
  if (!parsed.success) throw refusedPayload(parsed.error);
  const channel = channelOf(event);
  // The payload was checked by the schema of this very event, which the union of all events cannot express.
  const signal = { event, payload: parsed.data, toUserId: channel ? undefined : ctx.person.id } as Signal;
  await transact(ctx, (tx) =>
    tx.record({ kind: "live.sent", subject: { type: "live", id: event }, after: { to: channel ?? "person" } }),
  );
  // It goes as it was asked for: its ids are made up, and nobody is told of anything by them.
  ctx.publish([signal]);
  return { event, channel: channel ?? null };
}

function refusedPayload(error: z.ZodError): Problem {
  const fields: FieldProblems = {};
  for (const issue of error.issues) {
    const path = ["payload", ...issue.path].join(".");
    fields[path] = [...(fields[path] ?? []), `${path}: ${issue.message}`];
  }
  return new Problem("invalid", { message: Object.values(fields).flat().join(" "), fields });
}
