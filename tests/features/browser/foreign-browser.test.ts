import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import type { ForeignBrowser } from "../../../server/browser/browser.ts";
import { BrowserOff, VisitProblem } from "../../../server/browser/browser-problem.ts";
import { launchConfined } from "../../../server/browser/launch.ts";
import { aForeignBrowser, browserPaths, whyNoBrowser } from "../../support/pages/browser.ts";
import { html, type PageServer, servePages } from "../../support/pages/pages.ts";
import { ownProcesses, readProcess } from "../../support/pages/processes.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

/** An account that is not root's. */
const ordinary = process.getuid?.() || 1000;
const reason = await whyNoBrowser();
const terms = { allowedNetworks: ["127.0.0.1"], deadlineMs: 60_000 };
const browsers: ForeignBrowser[] = [];
const servers: PageServer[] = [];

function open(given?: Parameters<typeof aForeignBrowser>[0]): ForeignBrowser {
  const browser = aForeignBrowser(given);
  browsers.push(browser);
  return browser;
}

async function serve(pages: Parameters<typeof servePages>[0]): Promise<PageServer> {
  const server = await servePages(pages);
  servers.push(server);
  return server;
}

/** A program in place of Chromium. */
function aProgram(script: string): string {
  const folder = temporaryFolder("program");
  chmodSync(folder, 0o755);
  const file = path.join(folder, "chromium");
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.stop();
  for (const server of servers.splice(0)) await server.close();
});

describe("visits", () => {
  /** Answers visits with how many are under way: when as many are there as are awaited, after what a page takes. */
  function aCounter(awaited: number): string {
    const file = path.join(temporaryFolder("program"), "counter.mjs");
    writeFileSync(
      file,
      `const here = [];
const answer = () => {
  const result = { under: here.length };
  for (const id of here.splice(0)) process.send({ id, result });
};
process.on("message", ({ id }) => {
  here.push(id);
  if (here.length === ${awaited}) setTimeout(answer, 50);
});`,
    );
    return file;
  }
  const four = (browser: ForeignBrowser) =>
    Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        browser.visit("picture", { url: `http://${name}/`, device: "desktop" }, terms),
      ),
    );

  it("run side by side where there is memory for two pages, and one after the other where there is not", async () => {
    const gibibyte = 2 ** 30;
    const roomy = open({ program: aCounter(2), freeBytes: () => 4 * gibibyte });
    expect(await four(roomy)).toEqual(Array.from({ length: 4 }, () => ({ under: 2 })));
    const narrow = open({ program: aCounter(1), freeBytes: () => gibibyte / 2 });
    expect(await four(narrow)).toEqual(Array.from({ length: 4 }, () => ({ under: 1 })));
  });
});

describe("visits that take too much memory together", () => {
  /** Answers visits side by side with `crowded` and one that is alone with what it came to, the second one as too much. */
  function aCrowd(): string {
    const file = path.join(temporaryFolder("program"), "crowd.mjs");
    writeFileSync(
      file,
      `const here = [];
let tries = 0;
const problem = (code) => ({ message: "Die Seite braucht zu viel Speicher.", code });
process.on("message", ({ id, input }) => {
  here.push(id);
  tries += 1;
  if (here.length === 2) for (const each of here.splice(0)) process.send({ id: each, problem: problem("crowded") });
  else if (tries > 2) setTimeout(() => {
    const under = here.length;
    here.splice(0);
    process.send(input.url.includes("gross") ? { id, problem: problem("tooMuchMemory") } : { id, result: { under } });
  }, 50);
});`,
    );
    return file;
  }

  it("are tried once more, each alone, so that the page that takes it is the one that fails", async () => {
    const browser = open({ program: aCrowd() });
    const visit = (name: string) =>
      browser.visit("picture", { url: `http://${name}/`, device: "desktop" }, terms).catch((error: unknown) => error);
    expect(await Promise.all(["klein", "gross", "weitere"].map(visit))).toMatchObject([
      { under: 1 },
      { code: "tooMuchMemory", message: "Die Seite braucht zu viel Speicher." },
      { under: 1 },
    ]);
  });
});

describe("a browser that cannot be had", () => {
  it("is missing where there is none, and says so", async () => {
    const browser = open({ paths: { chromiumPath: "/nowhere/chromium", folders: "" } });
    expect(browser.off()).toBe("missing");
    const failure = await failureOf(browser.visit("picture", { url: "http://127.0.0.1/", device: "desktop" }, terms));
    expect(failure).toBeInstanceOf(BrowserOff);
    expect(browser.pid()).toBeUndefined();
  });

  it.skipIf(process.platform !== "linux")("is there once it is installed, while the portal runs", async () => {
    const folder = temporaryFolder("installed");
    const browser = open({ paths: { chromiumPath: path.join(folder, "chromium"), folders: folder } });
    await failureOf(browser.visit("picture", { url: "http://127.0.0.1/", device: "desktop" }, terms));
    expect(browser.off()).toBe("missing");
    writeFileSync(path.join(folder, "chromium"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    expect(browser.off()).toBe("tools");
    const visit = browser.visit("picture", { url: "http://127.0.0.1/", device: "desktop" }, terms);
    expect(await failureOf(visit)).toMatchObject({ reason: "tools" });
    for (const program of ["setpriv", "unshare"])
      writeFileSync(path.join(folder, program), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    expect(browser.off()).toBeUndefined();
  });

  it.skipIf(process.platform !== "linux")("is never started without its sandbox", async () => {
    const log = path.join(temporaryFolder("log"), "arguments");
    writeFileSync(log, "", { mode: 0o666 });
    chmodSync(path.dirname(log), 0o755);
    chmodSync(log, 0o666);
    const chromiumPath = aProgram(`echo "$@" >> ${log}\necho "FATAL: No usable sandbox!" >&2\nexit 1`);
    const browser = open({ paths: { chromiumPath, folders: browserPaths.folders } });
    const visit = browser.visit("picture", { url: "http://127.0.0.1/", device: "desktop" }, terms);
    expect(await failureOf(visit)).toMatchObject({ reason: "sandbox" });
    expect(browser.off()).toBe("sandbox");
    const started = readFileSync(log, "utf8").trim().split("\n");
    expect(started).toHaveLength(1);
    expect(started[0]).not.toMatch(/no-sandbox|disable-web-security|single-process/);
  });

  it.skipIf(process.platform !== "linux")("is asked for also where the host refuses a lower priority", async () => {
    const program = path.join(temporaryFolder("program"), "browser.mjs");
    const [refusal, own] = ["../../support/checks/refused-priority.ts", "../../../server/browser/process.ts"];
    writeFileSync(
      program,
      [refusal, own].map((file) => `import ${JSON.stringify(path.join(import.meta.dirname, file))};`).join("\n"),
    );
    const browser = open({ program, paths: { chromiumPath: aProgram("exit 1"), folders: browserPaths.folders } });
    const visit = browser.visit("picture", { url: "http://127.0.0.1/", device: "desktop" }, terms);
    expect(await failureOf(visit)).toMatchObject({ reason: "failed" });
  });

  it.skipIf(process.platform !== "linux")("says which programs it lacks", async () => {
    const browser = open({ paths: { chromiumPath: aProgram("exit 0"), folders: "/nowhere" } });
    const visit = browser.visit("picture", { url: "http://127.0.0.1/", device: "desktop" }, terms);
    expect(await failureOf(visit)).toMatchObject({ reason: "tools" });
  });
});

describe.skipIf(reason)(`the browser for pages of others${reason ? ` (skipped: ${reason})` : ""}`, () => {
  it("takes pictures as on a desktop and as on a phone, side by side", async () => {
    const server = await serve({
      "/": html("<h1>Hallo</h1>", '<meta name="viewport" content="width=device-width">'),
    });
    const browser = open();
    const [desktop, mobile] = await Promise.all([
      browser.visit("picture", { url: server.url, device: "desktop" }, terms),
      browser.visit("picture", { url: server.url, device: "mobile" }, terms),
    ]);
    expect(await sharp(desktop.webp).metadata()).toMatchObject({ format: "webp", width: 1440, height: 900 });
    expect(await sharp(mobile.webp).metadata()).toMatchObject({ format: "webp", width: 780, height: 1688 });
    expect(desktop).toMatchObject({ status: 200, url: `${server.url}/` });
    expect(browser.hasServed()).toBe(true);
  });

  it("calls itself a browser and the portal, and says where that is explained", async () => {
    const agents: (string | undefined)[] = [];
    const server = await serve({
      "*": ({ headers }, response) => {
        agents.push(headers["user-agent"]);
        response.writeHead(200, { "Content-Type": "text/html" }).end(html("gut"));
      },
    });
    const browser = open({ publicUrl: new URL("https://portal.example") });
    await browser.visit("picture", { url: server.url, device: "mobile" }, terms);
    expect(agents[0]).toMatch(/^Mozilla\/5\.0 .* MEDIUM-TechCenter\/1\.0 \(\+https:\/\/portal\.example\/bot\)$/);
  });

  it("that is killed fails the visits under way alone", async () => {
    const answers = Promise.withResolvers<void>();
    const server = await serve({ "/": html("gut"), "/still": () => answers.resolve() });
    const browser = open();
    const lost = failureOf(browser.visit("picture", { url: `${server.url}/still`, device: "desktop" }, terms));
    await answers.promise;
    process.kill(browser.pid() ?? 0, "SIGKILL");
    expect(await lost).toMatchObject({ code: "crashed" });
    expect(await browser.visit("picture", { url: server.url, device: "desktop" }, terms)).toMatchObject({
      status: 200,
    });
  });

  it("that hangs is ended, and the next visit gets a new one", async () => {
    const server = await serve({ "/": html("gut"), "/still": () => undefined });
    const browser = open({ graceMs: 500 });
    await browser.visit("picture", { url: server.url, device: "desktop" }, terms);
    const lost = failureOf(
      browser.visit("picture", { url: `${server.url}/still`, device: "desktop" }, { ...terms, deadlineMs: 1500 }),
    );
    process.kill(browser.pid() ?? 0, "SIGSTOP");
    expect(await lost).toMatchObject({ code: "crashed" });
    expect(await browser.visit("picture", { url: server.url, device: "desktop" }, terms)).toMatchObject({
      status: 200,
    });
  });

  it("ends a visit by its deadline, whatever the page does", async () => {
    const server = await serve({ "/": () => undefined });
    // Its process may need longer to start than the visit has, which is no reason to call it stuck.
    const browser = open({ graceMs: 60_000 });
    const visit = browser.visit("picture", { url: server.url, device: "desktop" }, { ...terms, deadlineMs: 1500 });
    expect(await failureOf(visit)).toMatchObject({ code: "tooSlow" });
  });

  it("ends with the portal, and takes no visits then", async () => {
    const answers = Promise.withResolvers<void>();
    const server = await serve({ "/still": () => answers.resolve() });
    const browser = open();
    const lost = failureOf(browser.visit("picture", { url: `${server.url}/still`, device: "desktop" }, terms));
    await answers.promise;
    const pid = browser.pid();
    await browser.stop();
    expect(await lost).toBeInstanceOf(VisitProblem);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    const late = browser.visit("picture", { url: server.url, device: "desktop" }, terms);
    expect(await failureOf(late)).toMatchObject({ code: "stopped" });
  });

  it("of a portal that is not root sees neither its data nor its processes", async () => {
    const dataDir = temporaryFolder("hidden");
    mkdirSync(path.join(dataDir, "uploads"));
    const browser = await launchConfined(browserPaths, dataDir, { uid: ordinary });
    try {
      const seen = ownProcesses()
        .filter((id) => isOurs(id))
        .map((id) => readdirSync(`/proc/${id}/root${dataDir}`));
      expect(seen.length).toBeGreaterThan(0);
      for (const files of seen) expect(files).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

/** Whether a process is the browser that is started in namespaces of its own. */
function isOurs(id: number): boolean {
  const line = readProcess(id, "cmdline")?.split("\0") ?? [];
  const isBrowser = line.some((part) => part.startsWith("--user-data-dir")) && !line[0]?.endsWith("unshare");
  const space = readProcess(id, "uid_map") ?? "";
  return isBrowser && space.trim().startsWith(`${ordinary} `) && !line.includes("sh");
}
