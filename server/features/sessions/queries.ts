import type { z } from "zod";
import { type Page, toPage } from "../../../contract/pagination.ts";
import type { listSessions as input, OwnSession } from "../../../contract/sessions/sessions.ts";
import type { PersonContext } from "../../trpc/context.ts";

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

const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: [RegExp, string][], userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1];

/** Browser and system of a User-Agent in a few words; the order of the signs matters, for browsers claim to be others. */
function deviceLabel(userAgent: string | null): string {
  if (!userAgent) return "Unbekanntes Gerät";
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser} auf ${system}`;
  return browser ?? system ?? "Unbekanntes Gerät";
}
