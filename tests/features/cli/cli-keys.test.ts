import { createECDH, hkdfSync } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../../server/db/connection.ts";
import { readPushKey } from "../../../server/features/channels/push/vapid.ts";
import { rotateKeys } from "../../../server/features/system/rotate-keys.ts";
import { lockData } from "../../../server/jobs/claims.ts";
import { settledSecrets } from "../../../server/portal/settle-keys.ts";
import { freshSecrets, loadSecrets, readSecrets, writeNextSecrets } from "../../../server/secrets.ts";
import { openVault } from "../../../server/vault.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

/** A portal with a sealed setting, and one that an earlier key sealed. */
async function aSealedPortal() {
  const { dataDir } = await aDataFolder();
  const vault = openVault(loadSecrets(dataDir).signingKey);
  const foreign = openVault("another key of at least 32 characters").seal("verloren");
  const db = openDatabase(dataDir);
  const secretsJson = JSON.stringify({
    password: { sealed: vault.seal("geheim"), setAt: "2026-11-20", setBy: "Jana" },
    old: { sealed: foreign },
  });
  await db.deleteFrom("settings").where("section", "=", "mail").execute();
  await db
    .insertInto("settings")
    .values({
      section: "mail",
      valuesJson: "{}",
      secretsJson,
      updatedAt: "2026-11-20T09:00:00.000Z",
      updatedById: null,
    })
    .execute();
  await db.destroy();
  return { dataDir, foreign };
}

async function sealedIn(dataDir: string) {
  const db = openDatabase(dataDir);
  const { secretsJson } = await db
    .selectFrom("settings")
    .select("secretsJson")
    .where("section", "=", "mail")
    .executeTakeFirstOrThrow();
  await db.destroy();
  return JSON.parse(secretsJson) as { password: { sealed: string }; old: { sealed: string } };
}
const opens = async (dataDir: string) =>
  openVault(readSecrets(dataDir)?.signingKey ?? "").open((await sealedIn(dataDir)).password.sealed);

it("keys are not renewed where no portal lies, or under one that runs", async () => {
  const empty = temporaryFolder("nothing");
  expect(await techcenter(["rotate-keys"], { dataDir: empty })).toMatchObject({
    code: 1,
    noted: expect.stringContaining("liegt kein Portal"),
  });
  const { dataDir } = await aSealedPortal();
  const before = readFileSync(path.join(dataDir, "secrets.json"), "utf8");
  const lock = lockData(dataDir);
  expect(await techcenter(["rotate-keys"], { dataDir })).toMatchObject({
    code: 1,
    noted: expect.stringContaining("läuft schon ein Portal"),
  });
  lock.end();
  expect(readFileSync(path.join(dataDir, "secrets.json"), "utf8")).toBe(before);
});

it("new keys seal everything anew, and leave alone what the former ones did not open", async () => {
  const { dataDir, foreign } = await aSealedPortal();
  const before = loadSecrets(dataDir);
  const { code, printed } = await techcenter(["rotate-keys"], { dataDir });
  expect({ code, printed }).toEqual({
    code: 0,
    printed: expect.stringContaining("1 Text mit Geheimnissen neu versiegelt"),
  });
  const after = loadSecrets(dataDir);
  expect(after.signingKey).not.toBe(before.signingKey);
  expect(after.soketi.secret).not.toBe(before.soketi.secret);
  expect(await opens(dataDir)).toBe("geheim");
  expect((await sealedIn(dataDir)).old.sealed).toBe(foreign);
  const sealed = (await sealedIn(dataDir)).password.sealed;
  expect(() => openVault(before.signingKey).open(sealed)).toThrow("secrets.json");
});

it("new keys are written through no link that lies where they are begun", () => {
  const dataDir = temporaryFolder("planted");
  const victim = path.join(temporaryFolder("elsewhere"), "victim");
  writeFileSync(victim, "untouched");
  for (const name of ["secrets.json.new", "secrets.next.json.new"]) symlinkSync(victim, path.join(dataDir, name));
  const secrets = loadSecrets(dataDir);
  writeNextSecrets(dataDir, secrets);
  expect(readFileSync(victim, "utf8")).toBe("untouched");
  expect(readSecrets(dataDir)).toEqual(secrets);
  expect(readdirSync(dataDir).toSorted()).toEqual(["secrets.json", "secrets.next.json"]);
});

it("a renewal that died before the database knew of it never happened", async () => {
  const { dataDir } = await aSealedPortal();
  const before = loadSecrets(dataDir);
  writeNextSecrets(dataDir, freshSecrets());
  const db = openDatabase(dataDir);
  expect(await settledSecrets(db, dataDir, before)).toEqual(before);
  await db.destroy();
  expect(existsSync(path.join(dataDir, "secrets.next.json"))).toBe(false);
  expect(await opens(dataDir)).toBe("geheim");
});

it("a renewal that died after that is brought to its end by the next start", async () => {
  const { dataDir } = await aSealedPortal();
  const before = loadSecrets(dataDir);
  const next = freshSecrets();
  const db = openDatabase(dataDir);
  await rotateKeys({ dataDir, db, checks: undefined, now: new Date() }, before, next);
  // As it was on the disk before the last step.
  writeNextSecrets(dataDir, before);
  const file = (name: string) => path.join(dataDir, name);
  renameSync(file("secrets.json"), file("new.json"));
  renameSync(file("secrets.next.json"), file("secrets.json"));
  renameSync(file("new.json"), file("secrets.next.json"));
  expect(await settledSecrets(db, dataDir, before)).toEqual(next);
  await db.destroy();
  expect(readSecrets(dataDir)).toEqual(next);
  expect(await opens(dataDir)).toBe("geheim");
});

it("new keys keep the one that browsers have subscribed for, also where it only followed from the former keys", async () => {
  const { dataDir } = await aSealedPortal();
  const keyOf = async (signingKey: string) => {
    const db = openDatabase(dataDir);
    const { publicKey } = await readPushKey({ db, signingKey, vault: openVault(signingKey), now: () => new Date() });
    await db.destroy();
    return publicKey.toString("base64url");
  };
  const before = loadSecrets(dataDir);
  const db = openDatabase(dataDir);
  const { id: userId } = await db.selectFrom("users").select("id").limit(1).executeTakeFirstOrThrow();
  const device = { id: "d1", userId, endpointHash: "h", label: "Telefon", host: "push.example" };
  const sealedSubscription = openVault(before.signingKey).seal("{}");
  await db
    .insertInto("pushSubscriptions")
    .values({ ...device, sealedSubscription, createdAt: "2026-11-20T09:00:00.000Z", lastDeliveredAt: null })
    .execute();
  await db.destroy();
  expect(await techcenter(["rotate-keys"], { dataDir })).toMatchObject({ code: 0 });
  const kept = await keyOf(loadSecrets(dataDir).signingKey);
  // As a portal of before would have derived it.
  const derived = createECDH("prime256v1");
  derived.setPrivateKey(Buffer.from(hkdfSync("sha256", before.signingKey, "", "vapid", 32)));
  expect(kept).toBe(derived.getPublicKey("base64url"));
  expect(await techcenter(["rotate-keys"], { dataDir })).toMatchObject({ code: 0 });
  expect(await keyOf(loadSecrets(dataDir).signingKey)).toBe(kept);
});
