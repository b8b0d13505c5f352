import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verifyPassword } from "../../../server/auth/passwords.ts";
import { createSession } from "../../../server/auth/sessions.ts";
import { openPortalData } from "../../../server/cli/portal-data.ts";
import { lockData } from "../../../server/jobs/claims.ts";
import { aDataFolder, uploadFile } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";

const password = "eine lange Zeile aus vier Wörtern";

async function aLockedOutPortal() {
  const { dataDir, keys } = await aDataFolder({ uploads: 1 });
  const portal = await openPortalData({ variables: { DATA_DIR: dataDir } });
  const { db } = portal;
  const { id } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const at = "2026-11-20T09:00:00.000Z";
  await db.updateTable("users").set({ role: "member", deactivatedAt: at }).where("id", "=", id).execute();
  await createSession(db, { userId: id, now: new Date() });
  await db.insertInto("recoveryCodes").values({ id: "code", userId: id, codeHash: "x", createdAt: at }).execute();
  const kinds = async () =>
    (await db.selectFrom("changes").select(["kind", "actorId", "afterJson"]).execute()).map((row) => row);
  return { dataDir, keys, db, id, kinds, close: portal.close };
}

describe("a person at the host", () => {
  it("gets an admin without mail in again, and everybody else out of that account", async () => {
    const { dataDir, db, id, kinds, close } = await aLockedOutPortal();
    const weak = await techcenter(["admin", "reset-password", "jana@agentur.example"], {
      dataDir,
      answers: ["passwort"],
    });
    expect(weak).toMatchObject({ code: 1, noted: expect.stringContaining("Passwort:") });
    expect(
      await techcenter(["admin", "reset-password", "nobody@agentur.example"], { dataDir, answers: [password] }),
    ).toMatchObject({ code: 1, noted: "Niemand hat die E-Mail-Adresse nobody@agentur.example." });
    expect(await db.selectFrom("sessions").select("id").execute()).toHaveLength(1);

    const done = await techcenter(["admin", "reset-password", "Jana@agentur.example"], {
      dataDir,
      answers: [password],
    });
    expect(done).toMatchObject({ code: 0, printed: expect.stringContaining("Beendete Sitzungen: 1.") });
    const user = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(user).toMatchObject({ role: "admin", deactivatedAt: null });
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    expect(await db.selectFrom("sessions").select("id").execute()).toEqual([]);
    expect(await kinds()).toMatchObject([
      { kind: "user.password-changed", actorId: null, afterJson: expect.stringContaining('"by":"host"') },
    ]);
    await close();
  });

  it("takes lost second factors away", async () => {
    const { dataDir, db, kinds, close } = await aLockedOutPortal();
    expect((await techcenter(["admin", "reset-2fa", "jana@agentur.example"], { dataDir })).code).toBe(0);
    expect(await db.selectFrom("recoveryCodes").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("sessions").select("id").execute()).toEqual([]);
    expect(await kinds()).toMatchObject([{ kind: "user.second-factor-reset" }]);
    await close();
  });

  it("makes another admin, once", async () => {
    const { dataDir, db, kinds, close } = await aLockedOutPortal();
    const words = ["admin", "create", "Chef@agentur.example", "Chef"];
    expect((await techcenter(words, { dataDir, answers: [password] })).code).toBe(0);
    expect(await techcenter(words, { dataDir, answers: [password] })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("hat schon ein Konto"),
    });
    expect((await techcenter(["admin", "create", "chef", "Chef"], { dataDir, answers: [password] })).code).toBe(2);
    expect(await db.selectFrom("users").select("role").where("email", "=", "chef@agentur.example").execute()).toEqual([
      { role: "admin" },
    ]);
    expect(await kinds()).toMatchObject([{ kind: "user.created" }]);
    await close();
  });

  it("ends the sessions of one account or of all, and says which", async () => {
    const { dataDir, db, close } = await aLockedOutPortal();
    expect((await techcenter(["sessions", "end"], { dataDir })).code).toBe(2);
    expect((await techcenter(["sessions", "end", "--user", "x@agentur.example"], { dataDir })).code).toBe(1);
    expect((await techcenter(["sessions", "end", "--all"], { dataDir })).printed).toBe("Beendete Sitzungen: 1.");
    expect(await db.selectFrom("sessions").select("id").execute()).toEqual([]);
    await close();
  });

  it("checks a portal, and compacts one that does not run", async () => {
    const { dataDir, keys, close } = await aLockedOutPortal();
    await close();
    expect(await techcenter(["check"], { dataDir })).toMatchObject({
      noted: "",
      code: 0,
      printed: expect.stringContaining("Geheimnisse, 1 Datei, "),
    });
    const lock = lockData(dataDir);
    expect((await techcenter(["vacuum"], { dataDir })).noted).toContain("laufende Portal");
    lock.end();
    expect((await techcenter(["vacuum"], { dataDir })).code).toBe(0);
    rmSync(uploadFile(dataDir, keys[0] ?? ""));
    expect(await techcenter(["check"], { dataDir })).toMatchObject({
      code: 1,
      noted: "1 Datei fehlt in uploads/, von 1.",
    });
  });
});
