import { rmSync, truncateSync } from "node:fs";
import { Readable } from "node:stream";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { rememberDevice } from "../../../server/auth/devices.ts";
import { verifyPassword } from "../../../server/auth/passwords.ts";
import { createSession } from "../../../server/auth/sessions.ts";
import { SignInRefusal, verifyCredentials } from "../../../server/auth/sign-in.ts";
import { openPortalData } from "../../../server/cli/portal-data.ts";
import { openTerminal } from "../../../server/cli/terminal.ts";
import { lockData } from "../../../server/jobs/claims.ts";
import { aDataFolder, uploadFile } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";

const silentPublisher = { publish: async () => undefined, disconnect: () => undefined };
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
    (await db.selectFrom("changes").select(["kind", "actorId", "beforeJson", "afterJson"]).orderBy("id").execute()).map(
      (row) => row,
    );
  return { dataDir, keys, portal, db, id, kinds, close: portal.close };
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
      {
        kind: "user.role-changed",
        actorId: null,
        beforeJson: '{"role":"member"}',
        afterJson: '{"role":"admin","by":"host"}',
      },
      {
        kind: "user.reactivated",
        beforeJson: '{"state":"deactivated"}',
        afterJson: '{"state":"active","by":"host"}',
      },
      { kind: "user.password-changed", actorId: null, afterJson: expect.stringContaining('"by":"host"') },
    ]);
    expect(await db.selectFrom("mails").select(["toUserId", "subject"]).execute()).toEqual([
      { toUserId: id, subject: expect.stringContaining("Passwort geändert") },
    ]);
    expect(await db.selectFrom("notifications").select(["forUserId", "title"]).execute()).toEqual([
      { forUserId: id, title: "Passwort geändert" },
    ]);
    await close();
  });

  it("lets them in who have just tried too often, with the new password from the same browser", async () => {
    const { dataDir, portal, id, close } = await aLockedOutPortal();
    const { db } = portal;
    await db.updateTable("users").set({ deactivatedAt: null, joinedAt: "2026-11-20" }).where("id", "=", id).execute();
    const surroundings = { ...portal, log: pino({ level: "silent" }), live: silentPublisher };
    const from = {
      ip: "203.0.113.7",
      deviceToken: rememberDevice(undefined, { id, accessEpoch: 0 }, portal.signingKey),
    };
    const signIn = (given: string, browser: { ip: string; deviceToken: string | undefined }) =>
      verifyCredentials(surroundings, { email: "jana@agentur.example", password: given }, browser);
    const strange = { ip: from.ip, deviceToken: undefined };
    for (const browser of [from, strange]) {
      for (let n = 0; n < 10; n += 1) await expect(signIn("falsch", browser)).rejects.toThrow(SignInRefusal);
      await expect(signIn(password, browser)).rejects.toMatchObject({ code: "RateLimited" });
    }
    // Whoever else is behind the same address has tried as well, until it has no room for anybody.
    for (let n = 0; n < 20; n += 1) {
      const guess = { email: `nobody${n}@agentur.example`, password: "falsch" };
      await expect(verifyCredentials(surroundings, guess, strange)).rejects.toThrow(SignInRefusal);
    }
    await techcenter(["admin", "reset-password", "jana@agentur.example"], { dataDir, answers: [password] });
    for (const browser of [from, strange]) expect(await signIn(password, browser)).toMatchObject({ id });
    await close();
  });

  it("ends what lets programs in as that account, unless asked not to, and says so", async () => {
    const { dataDir, db, id, kinds, close } = await aLockedOutPortal();
    const at = "2026-11-20T09:00:00.000Z";
    await db
      .insertInto("apiTokens")
      .values({ id: "t", userId: id, name: "Kasse", tokenHash: "x", hint: "x", scopesJson: "[]", createdAt: at })
      .execute();
    const reset = (...options: string[]) =>
      techcenter(["admin", "reset-password", "jana@agentur.example", ...options], { dataDir, answers: [password] });
    expect((await reset("--keep-tokens")).printed).not.toContain("API-Token");
    expect(await db.selectFrom("apiTokens").select("id").execute()).toHaveLength(1);
    expect((await reset()).printed).toContain("Auch 1 API-Token gilt nicht mehr.");
    expect(await db.selectFrom("apiTokens").select("id").execute()).toEqual([]);
    expect(await kinds()).toContainEqual(expect.objectContaining({ kind: "apiToken.revoked" }));
    await close();
  });

  it("does not wake an account whose data were erased", async () => {
    const { dataDir, db, id, close } = await aLockedOutPortal();
    const at = "2026-11-20T09:00:00.000Z";
    await db.insertInto("erasures").values({ subjectType: "user", subjectId: id, at, byId: null }).execute();
    const reset = ["admin", "reset-password", "jana@agentur.example"];
    expect(await techcenter(reset, { dataDir, answers: [password] })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("gelöscht"),
    });
    await close();
  });

  it("types a new password twice, as it does not show", async () => {
    const { dataDir, db, id, close } = await aLockedOutPortal();
    const reset = ["admin", "reset-password", "jana@agentur.example"];
    expect(await techcenter(reset, { dataDir, isTyped: true, answers: [password, `${password}.`] })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("nicht gleich"),
    });
    expect((await techcenter(reset, { dataDir, isTyped: true, answers: [password, password] })).code).toBe(0);
    const user = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    await close();
  });

  it("keeps the spaces of a secret and of nothing else", async () => {
    const written = { write: () => undefined };
    const stdin = Readable.from([" geheim mit Rand \n", " Wort \n"]);
    const terminal = openTerminal({ stdin, stdout: written, stderr: written });
    expect(await terminal.ask("Passwort:", { isSecret: true })).toBe(" geheim mit Rand ");
    expect(await terminal.ask("Wort:")).toBe("Wort");
    terminal.close();
  });

  it("takes lost second factors away", async () => {
    const { dataDir, db, kinds, close } = await aLockedOutPortal();
    const reset = ["admin", "reset-2fa", "jana@agentur.example"];
    await db.updateTable("users").set({ passwordHash: null }).execute();
    expect(await techcenter(reset, { dataDir })).toMatchObject({
      code: 0,
      printed: expect.stringContaining("kein Passwort"),
    });
    expect(await db.selectFrom("mails").select("subject").execute()).toEqual([
      { subject: expect.stringContaining("Zweiter Faktor zurückgesetzt") },
    ]);
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
    for (const [email, name, sentence] of [
      ["chef", "Chef", "E-Mail: Keine gültige E-Mail-Adresse."],
      ["a@b.example", "", "Name: Pflichtfeld."],
      ["a@b.example", "x".repeat(121), "Name: Höchstens 120 Zeichen."],
    ] as const)
      expect(await techcenter(["admin", "create", email, name], { dataDir, answers: [password] })).toMatchObject({
        code: 2,
        noted: expect.stringContaining(sentence),
      });
    expect(await db.selectFrom("users").select("role").where("email", "=", "chef@agentur.example").execute()).toEqual([
      { role: "admin" },
    ]);
    expect(await kinds()).toMatchObject([{ kind: "user.created" }]);
    await close();
  });

  it("ends the sessions of one account or of all, and says which", async () => {
    const { dataDir, db, kinds, close } = await aLockedOutPortal();
    expect((await techcenter(["sessions", "end"], { dataDir })).code).toBe(2);
    expect((await techcenter(["sessions", "end", "--user", "x@agentur.example"], { dataDir })).code).toBe(1);
    expect((await techcenter(["sessions", "end", "--all"], { dataDir })).printed).toBe("Beendete Sitzungen: 1.");
    expect(await db.selectFrom("sessions").select("id").execute()).toEqual([]);
    // Browsers that are known stop being so, whoever was signed in by them.
    expect((await techcenter(["sessions", "end", "--all"], { dataDir })).printed).toBe("Beendete Sitzungen: 0.");
    expect((await kinds()).map(({ kind, afterJson }) => [kind, afterJson])).toEqual([
      ["session.all-ended", '{"endedSessions":1,"by":"host"}'],
      ["session.all-ended", '{"endedSessions":0,"by":"host"}'],
    ]);
    await close();
  });

  it("checks a portal, and compacts one that does not run", async () => {
    const { dataDir, keys, kinds, close } = await aLockedOutPortal();
    expect(await techcenter(["check"], { dataDir })).toMatchObject({
      noted: "",
      code: 0,
      printed: expect.stringMatching(
        /^In Ordnung: techcenter\.sqlite, checks\.sqlite, Geheimnisse, 1 Datei, .+ frei\.$/,
      ),
    });
    const lock = lockData(dataDir);
    expect((await techcenter(["vacuum"], { dataDir })).noted).toContain("laufende Portal");
    lock.end();
    expect(await kinds()).toEqual([]);
    await close();
    expect((await techcenter(["vacuum"], { dataDir })).code).toBe(0);
    const { db } = await openPortalData({ variables: { DATA_DIR: dataDir } });
    expect(await db.selectFrom("changes").select(["kind", "subjectId", "afterJson"]).execute()).toEqual([
      { kind: "job.run", subjectId: "free-space", afterJson: '{"isRewritten":true,"by":"host"}' },
    ]);
    await db.destroy();
    const upload = uploadFile(dataDir, keys[0] ?? "");
    // As a disk that was full leaves it.
    truncateSync(upload);
    expect(await techcenter(["check"], { dataDir })).toEqual({
      code: 1,
      noted: "1 Datei hat in uploads/ eine andere Größe als beim Hochladen, von 1.",
      printed: "",
    });
    rmSync(upload);
    expect(await techcenter(["check"], { dataDir })).toMatchObject({
      code: 1,
      noted: "1 Datei fehlt in uploads/, von 1.",
    });
  });

  it("is not told that well is what a check has not looked at", async () => {
    const { dataDir, close } = await aLockedOutPortal();
    await close();
    const env = { S3_BUCKET: "uploads", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };
    const { code, printed } = await techcenter(["check"], { dataDir, env });
    const [sound = "", ...rest] = printed.split("\n");
    expect({ code, rest }).toEqual({ code: 0, rest: ["Nicht geprüft: 1 Datei in S3."] });
    expect(sound).toMatch(/^In Ordnung: .*Geheimnisse, /);
    expect(sound).not.toContain("Datei");
  });
});
