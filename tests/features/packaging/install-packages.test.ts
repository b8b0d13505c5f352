import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const program = path.join(import.meta.dirname, "../../../scripts/install-packages.mjs");
const name = "@agentur/greeting";

function aTarball(): Buffer {
  const folder = temporaryFolder("package");
  mkdirSync(path.join(folder, "package"));
  writeFileSync(path.join(folder, "package/package.json"), JSON.stringify({ name, version: "1.2.3" }));
  return spawnSync("tar", ["-cz", "-C", folder, "package"]).stdout;
}

/** A registry with one package, whose versions lie at the usual address or elsewhere; it keeps what it was asked for. */
async function openRegistry(place: "usual" | "elsewhere") {
  const tarball = aTarball();
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const asked: string[] = [];
  const file = place === "usual" ? `/npm/${name}/-/greeting-1.2.3.tgz` : "/blobs/1";
  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? "");
    asked.push(url);
    if (url === file) return response.end(tarball);
    if (url !== `/npm/${name}`) return response.writeHead(404).end("{}");
    const dist = { tarball: `${base}${file}`, integrity };
    const versions = { "1.2.3": { name, version: "1.2.3", dist } };
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ name, "dist-tags": { latest: "1.2.3" }, versions }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, integrity, url: `${base}/npm/` };
}

/** A clone whose lock file names the package, the way its authors keep it: without the registry. */
async function install({ url, integrity }: { url: string; integrity: string }) {
  const clone = temporaryFolder("clone");
  const own = { name: "portal", version: "1.0.0", dependencies: { [name]: "1.2.3" } };
  const packages = { "": own, [`node_modules/${name}`]: { version: "1.2.3", integrity } };
  const lock = JSON.stringify({ ...own, dependencies: undefined, lockfileVersion: 3, requires: true, packages });
  writeFileSync(path.join(clone, "package.json"), JSON.stringify(own));
  writeFileSync(path.join(clone, "package-lock.json"), lock);
  writeFileSync(
    path.join(clone, ".npmrc"),
    `registry=${url}\ncache=${temporaryFolder("npm-cache")}\nfetch-retries=0\n`,
  );
  const script = `import { installPackages } from ${JSON.stringify(program)}; process.exit(await installPackages(${JSON.stringify(clone)}, []));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    // npm hands these to what it runs, and they stand above those of the clone.
    env: { ...process.env, npm_config_cache: undefined, npm_config_registry: undefined },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const [code] = await once(child, "close");
  expect(existsSync(path.join(clone, "npm-shrinkwrap.json"))).toBe(false);
  expect(readFileSync(path.join(clone, "package-lock.json"), "utf8")).toBe(lock);
  return { code, said, isInstalled: existsSync(path.join(clone, "node_modules", name, "package.json")) };
}

it("a package that is not what the lock file says is refused", async () => {
  const registry = await openRegistry("usual");
  const integrity = `sha512-${createHash("sha512").update("something else").digest("base64")}`;
  expect(await install({ ...registry, integrity })).toMatchObject({
    code: 1,
    said: expect.stringContaining("EINTEGRITY"),
    isInstalled: false,
  });
});

it("packages come from where registries keep them, and no list of versions is asked for", async () => {
  const registry = await openRegistry("usual");
  expect(await install(registry)).toMatchObject({ code: 0, isInstalled: true });
  expect(registry.asked).toEqual([`/npm/${name}/-/greeting-1.2.3.tgz`]);
});

it("a registry that keeps them elsewhere is asked where", async () => {
  const registry = await openRegistry("elsewhere");
  expect(await install(registry)).toMatchObject({ code: 0, isInstalled: true });
  expect(registry.asked).toEqual([`/npm/${name}/-/greeting-1.2.3.tgz`, `/npm/${name}`, "/blobs/1"]);
});
