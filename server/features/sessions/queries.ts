import type { z } from "zod";
import { type Page, toPage } from "../../../contract/pagination.ts";
import type { listSessions as input, OwnSession } from "../../../contract/sessions/sessions.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { deviceLabel } from "./device-label.ts";

export async function listSessions(
  { db, person, sessionId, now }: Pick<PersonContext, "db" | "person" | "sessionId" | "now">,
  { page, limit }: z.infer<typeof input>,
): Promise<Page<OwnSession>> {
  const own = db.selectFrom("sessions").where("userId", "=", person.id).where("expiresAt", ">", now().toISOString());
  const { total } = await own.select((eb) => eb.fn.countAll<number | string>().as("total")).executeTakeFirstOrThrow();
  const rows = await own
    .select(["id", "userAgent", "ip", "createdAt", "lastSeenAt"])
    .orderBy("lastSeenAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const sessions = rows.map(({ id, userAgent, ip, createdAt, lastSeenAt }) => ({
    ...{ id, ip, device: deviceLabel(userAgent), isCurrent: id === sessionId },
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
  }));
  return toPage(sessions, Number(total), limit);
}
