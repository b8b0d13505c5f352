import { listAdmins } from "../../db/active-users.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";
import type { Services } from "../../trpc/context.ts";

interface Trouble {
  /** One notification for each; what is told again takes the place of the former. */
  key: string;
  title: string;
  /** With the markup of notifications. */
  message: string;
  /** The same for channels. */
  text: string;
}

/** Tells the admins, and the team's channels, that the portal itself is in trouble. */
export async function tellAdmins(
  services: Pick<Services, "db" | "now" | "live">,
  { key, title, message, text }: Trouble,
): Promise<void> {
  const link = "/settings/system";
  await transact(systemContext(services), async (tx) => {
    const admins = await listAdmins(tx.db);
    for (const { id } of admins)
      await notify(tx, {
        forUserId: id,
        title,
        message,
        category: "system",
        severity: "critical",
        link,
        groupKey: key,
      });
    await announceToTeam(tx, {
      topicKey: key,
      state: "once",
      category: "system",
      severity: "critical",
      title,
      text,
      link,
      customerIds: [],
      toldUserIds: admins.map(({ id }) => id),
    });
  });
}
