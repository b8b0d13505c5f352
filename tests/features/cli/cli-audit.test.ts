import { expect, it } from "vitest";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { openDatabase } from "../../../server/db/connection.ts";
import { linkEntries, readHead } from "../../../server/features/audit-log/chain.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";

it("audit verify tells a head that is none from one that is gone, and names the one of today", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  await techcenter(["admin", "reset-2fa", "jana@agentur.example"], { dataDir });
  const db = openDatabase(dataDir);
  // What may still be part of a transaction is linked a minute later.
  const now = () => new Date(Date.now() + hourMs);
  await linkEntries({ db, now, live: { publish: async () => undefined, disconnect: () => undefined } });
  const head = (await readHead(db))?.head ?? "";
  await db.destroy();
  const ask = (...args: string[]) => techcenter(["audit", "verify", ...args], { dataDir });
  expect(await ask("--head", "KOPF")).toMatchObject({ code: 2, noted: expect.stringContaining("64 Zeichen") });
  expect(await ask("--head", "0".repeat(64))).toMatchObject({ code: 1, noted: expect.stringContaining("steht nicht") });
  expect(head).toMatch(/^[0-9a-f]{64}$/);
  expect(await ask("--head", head)).toMatchObject({ code: 0, printed: expect.stringContaining(`Kopf: ${head}`) });
  const again = openDatabase(dataDir);
  await techcenter(["admin", "reset-2fa", "jana@agentur.example"], { dataDir });
  const right = () => new Date(Date.now() + 2 * minuteMs);
  await linkEntries({ db: again, now: right, live: { publish: async () => undefined, disconnect: () => undefined } });
  await again.destroy();
  expect(await ask()).toMatchObject({ code: 0, noted: expect.stringContaining("ging die Uhr zurück: 1 Eintrag.") });
});
