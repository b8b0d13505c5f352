import { z } from "../zod.ts";

/** What an admin says of backups, which are made beside the portal. */
export const backupSettings = z.strictObject({
  isArranged: z.boolean().default(false),
});
