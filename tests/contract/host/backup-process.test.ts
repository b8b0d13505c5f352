import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findSession } from "../../../server/auth/sessions.ts";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { createCaller } from "../../../server/features/router.ts";
import { toContext } from "../../../server/http/request-context.ts";
import { toldByRestore } from "../../support/backups/told-by-restore.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { emptyPlace } from "../../support/portal/empty-place.ts";
import { operatorEnvironment } from "../../support/portal/open-data.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  portal = await startTestPortal();
  folder = mkdtempSync(path.join(tmpdir(), "target-"));
});
afterAll(async () => {
  await portal.stop();
  rmSync(folder, { recursive: true });
});

it("„Jetzt sichern“ backs up the running portal in a process of its own, and what it made can be restored", async () => {
  const { services } = portal.portal;
  const person = await portal.hire({ role: "admin" });
  const { cookie } = await portal.signIn(person);
  const signedIn = await findSession(services.db, cookie.split("=")[1], services.now());
  const api = createCaller(toContext(services, { signedIn, requestId: "test", ip: "127.0.0.1" }));
  const identity = await createIdentity();
  const values = { folderPath: folder, recipient: await recipientOf(identity), schedule: "daily" };
  await api.setting.update({ section: "backup", values, version: 0 });
  for (const kind of ["backup", "test"] as const) {
    expect((await api.backup.start({ kind })).running).toMatchObject({ kind });
    await expect(api.backup.start({ kind })).rejects.toMatchObject({ cause: { code: "precondition" } });
    await vi.waitFor(async () => expect((await api.backup.get({})).running).toBeNull(), {
      timeout: 60_000,
      interval: 200,
    });
  }
  const state = await api.backup.get({});
  expect(state).toMatchObject({ light: "ok", lastTest: { state: "done", faults: [] }, target: folder });
  const elsewhere = await emptyPlace();
  const restored = await techcenter(["restore", "--from", folder], {
    dataDir: elsewhere.dataDir,
    answers: [identity],
    env: operatorEnvironment(elsewhere),
  });
  expect(restored).toMatchObject({ code: 0, noted: expect.stringMatching(toldByRestore) });
});
