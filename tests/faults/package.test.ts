import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { oldestGlibc } from "../../scripts/package/contents.ts";
import { createIdentity, recipientOf } from "../../server/backup/encryption.ts";
import type { AppRouter } from "../../server/features/router.ts";
import { browserFetch } from "../support/browser/browser-fetch.ts";
import { buildImageRoot } from "../support/portal/image-root.ts";
import { type BareRoot, openBareRoot, packPortal, whyNoRoot } from "../support/portal/packed-portal.ts";
import { stablePort } from "../support/ports.ts";

const waiting = { timeout: 120_000, interval: 200 };

const reason = whyNoRoot();

/** As on a host that is older: a library that lacks a version, or a program that asks for one which nobody has. */
function renameVersion(file: string, from: string, to: string): void {
  const bytes = readFileSync(file, "latin1");
  expect(bytes).toContain(`${from}\0`);
  writeFileSync(file, bytes.replaceAll(`${from}\0`, `${to}\0`), "latin1");
}

describe.skipIf(reason)(`what npm run package makes${reason ? ` (skipped: ${reason})` : ""}`, () => {
  let packed: ReturnType<typeof packPortal>;
  let bare: BareRoot;

  beforeAll(() => {
    packed = packPortal();
    bare = openBareRoot();
    bare.unpack(packed.portal);
  });
  afterAll(() => {
    bare?.remove();
    if (packed) rmSync(packed.folder, { recursive: true });
  });

  const account = { name: "Malte Kern", email: "malte@agentur.example", password: "ein langes Passwort für alle" };
  const clientOf = (url: string, cookies: Map<string, string>) =>
    createTRPCClient<AppRouter>({
      links: [
        httpLink({
          url: `${url}/api/trpc`,
          transformer: superjson,
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        }),
      ],
    });

  it("has a checksum that sha256sum confirms, its parts list and everybody's licence", () => {
    const check = spawnSync("sha256sum", ["-c", `${packed.portal}.sha256`], { cwd: packed.folder });
    expect(check.status).toBe(0);
    const closed = spawnSync("find", [path.join(bare.folder, "opt"), "-mindepth", "1", "!", "-perm", "-004"]);
    expect(String(closed.stdout)).toBe("");
    const [top = ""] = spawnSync("ls", [path.join(bare.folder, "opt")], { encoding: "utf8" }).stdout.split("\n");
    const read = (name: string) => readFileSync(path.join(bare.folder, "opt", top, name), "utf8");
    const parts = JSON.parse(read("sbom.cdx.json")) as { bomFormat: string; components: { name: string }[] };
    expect(parts.bomFormat).toBe("CycloneDX");
    const names = new Set(parts.components.map(({ name }) => name));
    for (const name of ["react", "@soketi/soketi", "mermaid", "better-sqlite3"]) expect(names).toContain(name);
    for (const name of ["vitest", "vite", "typescript", "@remix-run/dev"]) expect(names).not.toContain(name);
    expect(names).toContain("@sparticuz/chromium");
    // Nobody was asked, and the archive says so.
    expect(JSON.parse(read("advisories.json"))).toEqual({ reason: expect.stringMatching(/\S/) });
    expect(read("THIRD-PARTY.txt")).toMatch(/^@soketi\/soketi 1\.6\.1: AGPL-3\.0$/m);
    for (const library of readdirSync(path.join(bare.folder, "opt", top, "lib"))) expect(names).toContain(library);
  });

  it("serves, stops and serves again where there is glibc and busybox and nothing else", async () => {
    const env = { PORT: String(await stablePort()), SOKETI_PORT: "0", MONITORING: "off" };
    const first = await bare.start(env, { isEmpty: true });
    const browser = browserFetch(first.url, { origin: first.url });
    const token = new URL(first.setUpUrl ?? "").searchParams.get("token") ?? "";
    expect(await (await browser.post("/auth/setup", { ...account, token: "falsch" })).text()).toContain("falsch");
    const setUp = await browser.post("/auth/setup", { ...account, token });
    expect(setUp.headers.get("location")).toBe("/");
    const client = clientOf(first.url, browser.cookies);
    const website = await client.website.create.mutate({
      body: { name: "Bäckerei", url: "https://baeckerei.example" },
    });
    // The version that its folder is called by, which no archive of another commit has.
    const [top = ""] = spawnSync("ls", [path.join(bare.folder, "opt")], { encoding: "utf8" }).stdout.split("\n");
    expect(`techcenter-${(await client.system.get.query({})).version}`).toBe(top);
    expect(await first.stop()).toBe(0);
    expect(existsSync(path.join(bare.folder, "opt/techcenter-data/techcenter.sqlite"))).toBe(true);

    const second = await bare.start(env);
    expect(second.setUpUrl).toBeUndefined();
    const signedIn = browserFetch(second.url, { origin: second.url });
    const { email, password } = account;
    expect(
      (await signedIn.post("/auth/signin", { email, password: "falsch geraten" })).headers.get("location"),
    ).not.toBe("/");
    expect((await signedIn.post("/auth/signin", { email, password })).headers.get("location")).toBe("/");
    const again = await clientOf(second.url, signedIn.cookies).website.get.query({ id: website.id });
    expect(again).toMatchObject({ id: website.id, title: "Bäckerei" });
    const page = await signedIn(`/websites/${website.id}`);
    expect(await page.text()).toContain("Bäckerei");
    expect(await (await fetch(`${second.url}/api/health/ready`)).json()).toMatchObject({ status: "ok", soketi: true });

    // A process of its own, which finds the C++ library as the portal does.
    mkdirSync(path.join(bare.folder, "backup"));
    const admin = clientOf(second.url, signedIn.cookies);
    const values = { folderPath: "/backup", recipient: await recipientOf(await createIdentity()) };
    await admin.setting.update.mutate({ section: "backup", values, version: 0 });
    await admin.backup.start.mutate({ kind: "backup" });
    await vi.waitUntil(async () => !(await admin.backup.get.query({})).running, waiting);
    const { lastBackup } = await admin.backup.get.query({});
    expect(lastBackup).toMatchObject({ state: "done", faults: [] });
    expect(await second.stop()).toBe(0);
  });

  it("takes the second archive, with the browser that prints, over the first", () => {
    bare.unpack(packed.chromium ?? "");
    const [top = ""] = spawnSync("ls", [path.join(bare.folder, "opt")], { encoding: "utf8" }).stdout.split("\n");
    const chromium = path.join(bare.folder, "opt", top, "node_modules/@sparticuz/chromium/bin/chromium.br");
    expect(existsSync(chromium)).toBe(true);
  });

  const debianRoot = process.env.DEBIAN_ROOT;
  const whyNoImage = debianRoot ? "" : " (skipped: needs DEBIAN_ROOT, a folder that debootstrap has made)";
  it.skipIf(!debianRoot)(`makes an image by the steps of the Dockerfile${whyNoImage}`, async () => {
    const image = buildImageRoot(debianRoot ?? "", [packed.portal, packed.chromium ?? ""]);
    onTestFinished(() => image.remove());
    expect(image.run("id", "-un").stdout.trim()).toBe("techcenter");
    expect(image.run("touch", "/opt/techcenter/x").stderr).toContain("Read-only");
    expect(image.run("touch", "/data/x")).toMatchObject({ status: 0, stderr: "" });
    // The browser is unpacked and run there.
    const program = "cp /bin/true /tmp/program && /tmp/program";
    expect(image.run("sh", "-c", program)).toMatchObject({ status: 0, stderr: "" });
    expect(image.run("pg_dump", "--version")).toMatchObject({ status: 0, stderr: "" });
    expect(image.run("ping", "-V")).toMatchObject({ status: 0, stderr: "" });
    const env = { PORT: String(await stablePort()), SOKETI_PORT: "0", MONITORING: "off" };
    expect(image.health(env)).toBe(1);
    const container = await image.start(env);
    const status = readFileSync(`/proc/${container.pid}/status`, "utf8");
    expect(status).toMatch(/^Name:\ttini$/m);
    expect(status).toMatch(/^Uid:\t10001\t10001/m);
    expect(image.health(env)).toBe(0);
    // tini passes the signal on, and ends as the portal does.
    expect(await container.stop()).toBe(0);
    expect(image.health(env)).toBe(1);
  });

  it("takes the C++ library that lies beside where that of the host is too old, and says so where glibc is", () => {
    const inRoot = (file: string) => path.join(bare.folder, file);
    const host = inRoot("lib/x86_64-linux-gnu");
    for (const name of ["libstdc++.so.6", "libgcc_s.so.1"])
      copyFileSync(realpathSync(path.join("/lib/x86_64-linux-gnu", name)), path.join(host, name));
    renameVersion(path.join(host, "libstdc++.so.6"), "GLIBCXX_3.4.29", "GLIBCXX_3.4.99");
    const help = bare.run("version");
    expect(help).toMatchObject({ status: 0, stderr: "" });

    const [top = ""] = readdirSync(inRoot("opt")).filter((name) => name !== "techcenter-data");
    const addon = inRoot(`opt/${top}/node_modules/better-sqlite3/prebuilds/linux-x64.node`);
    renameVersion(addon, `GLIBC_${oldestGlibc}`, "GLIBC_2.99");
    const { status, stderr } = bare.run("start");
    expect({ status, lines: stderr.trim().split("\n") }).toEqual({
      status: 1,
      lines: [expect.stringContaining(`braucht glibc ab ${oldestGlibc}`)],
    });
  });

  it("says in one sentence that it does not run on musl", () => {
    bare.removeLibc();
    // A busybox that needs no glibc, as that of Alpine.
    const { status, stderr } = bare.run("start");
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("braucht ein Linux mit glibc");
  });
});
