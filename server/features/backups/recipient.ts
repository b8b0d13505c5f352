import type { Db } from "../../db/connection.ts";
import { silentContext, transact } from "../../db/transact.ts";
import { readStoredSettings } from "../../settings/read-settings.ts";

/** Keeps who can open backups from now on, as the person at the host has made the key. */
export async function setRecipient(context: { db: Db; now(): Date }, recipient: string): Promise<void> {
  await transact(silentContext(context), async (tx) => {
    const { values, version } = await readStoredSettings(tx.db, "backup");
    const row = {
      valuesJson: JSON.stringify({ ...values, recipient }),
      version: version + 1,
      updatedAt: tx.now().toISOString(),
      updatedById: null,
    };
    await tx.db
      .insertInto("settings")
      .values({ section: "backup", secretsJson: "{}", ...row })
      .onConflict((conflict) => conflict.column("section").doUpdateSet(row))
      .execute();
    await tx.record({
      kind: "setting.updated",
      subject: { type: "setting", id: "backup" },
      version: version + 1,
      before: { recipient: values.recipient },
      after: { recipient, by: "host" },
    });
  });
}
