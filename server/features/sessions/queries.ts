import type { z } from "zod";
import { type Page, toPage } from "../../../contract/pagination.ts";
import type * as contract from "../../../contract/sessions/sessions.ts";
import { deviceLabel } from "../../auth/devices.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { assertUserExists } from "../users/assert-user-exists.ts";

export async function listSessions(
  ctx: Pick<PersonContext, "db" | "person" | "sessionId" | "now">,
  input: z.infer<typeof contract.listSessions>,
): Promise<Page<contract.OwnSession>> {
  const { data, ...rest } = await devicesOf(ctx, ctx.person.id, input);
  return { ...rest, data: data.map((device) => ({ ...device, isCurrent: device.id === ctx.sessionId })) };
}

/** Where somebody else is signed in. */
export async function listSessionsOf(
  ctx: Pick<PersonContext, "db" | "now">,
  { userId, ...input }: z.infer<typeof contract.listSessionsOf>,
): Promise<Page<contract.SignedInDevice>> {
  await assertUserExists(ctx.db, userId);
  return devicesOf(ctx, userId, input);
}

async function devicesOf(
  { db, now }: Pick<PersonContext, "db" | "now">,
  userId: string,
  { page, limit }: z.infer<typeof contract.listSessions>,
): Promise<Page<contract.SignedInDevice>> {
  const open = db.selectFrom("sessions").where("userId", "=", userId).where("expiresAt", ">", now().toISOString());
  const { total } = await open.select((eb) => eb.fn.countAll<number | string>().as("total")).executeTakeFirstOrThrow();
  const rows = await open
    .select(["id", "userAgent", "ip", "createdAt", "lastSeenAt"])
    .orderBy("lastSeenAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const devices = rows.map(({ id, userAgent, ip, createdAt, lastSeenAt }) => ({
    id,
    ip,
    device: deviceLabel(userAgent),
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
  }));
  return toPage(devices, Number(total), limit);
}
