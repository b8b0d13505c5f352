import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ForeignBrowser } from "../../../server/browser/browser.ts";
import { derivePreviews } from "../../../server/features/previews/derive.ts";
import { lookDistance, lookOf } from "../../../server/features/previews/look.ts";
import { takeDuePreviews } from "../../../server/features/previews/run.ts";
import { openOffice } from "../../support/office.ts";
import { aForeignBrowser, whyNoBrowser } from "../../support/pages/browser.ts";
import { html, type PageServer, servePages } from "../../support/pages/pages.ts";
import { createRecord } from "../../support/records/records.ts";

const reason = await whyNoBrowser();
const terms = { allowedNetworks: ["127.0.0.1", "127.0.0.2"], deadlineMs: 90_000 };
const servers: PageServer[] = [];
let browser: ForeignBrowser;

async function serve(...given: Parameters<typeof servePages>): Promise<PageServer> {
  const server = await servePages(...given);
  servers.push(server);
  return server;
}

const green = "<style>body{margin:0;background:#00aa00;height:100vh}</style>";
const layer = (inside: string, id = "cookie-banner") =>
  `<div id="${id}" class="cookie-consent" role="dialog" style="position:fixed;inset:0;background:#cc0000;z-index:9">
    <p>Wir verwenden Cookies und ähnliche Technologien. Bitte entscheide, ob du zustimmst.</p>${inside}</div>`;

/** The mean colour of a picture. */
async function colourOf(webp: Uint8Array): Promise<string> {
  const { data } = await sharp(webp)
    .resize(1, 1, { fit: "fill" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0] = data;
  return green > 140 && red < 60 ? "page" : "layer";
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe.skipIf(reason)(`a picture of a page${reason ? ` (skipped: ${reason})` : ""}`, () => {
  beforeAll(() => {
    browser = aForeignBrowser();
  });
  afterAll(() => browser.stop());

  it("shows the page, not the layer that asks for consent, and never accepts", async () => {
    const server = await serve({
      "/": html(
        layer(`<button onclick="fetch('/angenommen')">Alle akzeptieren</button>
          <button onclick="fetch('/abgelehnt');document.getElementById('cookie-banner').remove()">Ablehnen</button>`),
        green,
      ),
      "/ohne-wahl": html(layer(`<button onclick="fetch('/angenommen')">Verstanden</button>`), green),
      "*": "",
    });
    const shown = ["/", "/ohne-wahl"].map(async (path) => {
      const { webp } = await browser.visit("picture", { url: `${server.url}${path}`, device: "desktop" }, terms);
      return colourOf(webp);
    });
    expect(await Promise.all(shown)).toEqual(["page", "page"]);
    expect(server.asked).not.toContain("/angenommen");
  });

  it.each(["127.0.0.1", "127.0.0.2"])("shows the page also where the layer is a document of %s", async (address) => {
    // As Sourcepoint has it: the layer tells the page around it that somebody has decided.
    const tell = (path: string) => `fetch('${path}').then(() => parent.postMessage('entschieden', '*'))`;
    const inner = await serve(
      {
        "/index.html": html(
          `<p>Wir verwenden Cookies.</p><button class="sp_choice_type_11" onclick="${tell("/angenommen")}">Alle akzeptieren</button>
          <button class="sp_choice_type_13" onclick="${tell("/abgelehnt")}">Ablehnen</button>`,
          "<style>body{background:#cc0000}</style>",
        ),
        "*": "",
      },
      address,
    );
    const outer = await serve({
      "/": html(
        `<iframe id="fremd" src="${inner.url}/index.html?message_id=1" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>
        <script>addEventListener("message", () => document.getElementById("fremd").remove())</script>`,
        green,
      ),
    });
    const { webp } = await browser.visit("picture", { url: outer.url, device: "desktop" }, terms);
    expect(await colourOf(webp)).toBe("page");
    expect(inner.asked).toContain("/abgelehnt");
    expect(inner.asked).not.toContain("/angenommen");
  });

  it("shows the page where a known layer can only be hidden", async () => {
    const known = ['id="sp_message_container_17"', 'id="truste-consent-track"', 'class="truste_overlay"'];
    const page = (attribute: string) =>
      html(`<div ${attribute} style="position:fixed;inset:0;background:#cc0000"></div>`, green);
    const server = await serve(Object.fromEntries(known.map((attribute, at) => [`/${at}`, page(attribute)])));
    for (const [at] of known.entries()) {
      const { webp } = await browser.visit("picture", { url: `${server.url}/${at}`, device: "desktop" }, terms);
      expect(await colourOf(webp)).toBe("page");
    }
  });

  it("is taken of a page with 5,000 requests", async () => {
    const server = await serve({
      "/": html("<script>for (let i = 0; i < 5000; i++) fetch('/teil?' + i).catch(() => {})</script>", green),
      "/teil": "x",
    });
    const { webp } = await browser.visit("picture", { url: server.url, device: "mobile" }, terms);
    expect(await colourOf(webp)).toBe("page");
    expect(server.asked.length).toBeLessThan(5000);
  });

  it("is not taken of an error", async () => {
    const server = await serve({ "/": (_, response) => response.writeHead(503).end("weg") });
    await expect(browser.visit("picture", { url: server.url, device: "desktop" }, terms)).rejects.toMatchObject({
      code: "httpStatus",
      message: expect.stringContaining("503"),
    });
  });

  it("of a website that was defaced looks quite different, of one with another headline does not", async () => {
    const page = (headline: string) =>
      html(
        `<header style="background:#234;color:#fff;padding:40px"><h1>${headline}</h1></header><main style="display:flex;gap:40px;padding:40px">
        ${"<article style='flex:1;background:#eee;height:420px;border-top:60px solid #7a3'><h2>Leistung</h2></article>".repeat(3)}</main>`,
      );
    const server = await serve({
      "/": page("Weingut Amsel"),
      "/neu": page("Weinprobe im Advent"),
      "/entstellt": html(
        "<style>body{background:#000;color:#0f0;font:60px monospace;text-align:center;padding-top:200px}</style>OWNED BY XYZ<br>☠",
      ),
    });
    const looks = ["/", "/neu", "/entstellt"].map(async (path) => {
      const shot = await browser.visit("picture", { url: `${server.url}${path}`, device: "desktop" }, terms);
      return lookOf(shot.webp);
    });
    const [before = "", same = "", defaced = ""] = await Promise.all(looks);
    expect(lookDistance(before, same)).toBeLessThan(0.25);
    expect(lookDistance(before, defaced)).toBeGreaterThan(0.25);
  });

  it("is drawn as it comes, within its usual time, where declining brings the page to a halt (scenario L)", async () => {
    // It waits, for an answer that never comes: a loop would take a core of whatever runs beside this test.
    const halt = "const never = new XMLHttpRequest(); never.open('GET', '/nie', false); never.send()";
    const server = await serve({
      "/": html(layer(`<button onclick="${halt}">Ablehnen</button>`), green),
      "/nie": () => undefined,
    });
    const office = await openOffice();
    const deadlines: number[] = [];
    const visit: ForeignBrowser["visit"] = (kind, input, given) => {
      deadlines.push(given.deadlineMs);
      return browser.visit(kind, input, given);
    };
    office.services.browser = { ...browser, visit };
    const admin = await office.as(await office.hire({ role: "admin" }));
    const { version } = await admin.setting.get({ section: "network" });
    await admin.setting.update({ section: "network", values: { allowedNetworks: ["127.0.0.1"] }, version });
    const { id } = await createRecord(admin, "website", { url: server.url, name: "Amsel", lifecycle: "planned" });
    await admin.preview.take({ id });
    await takeDuePreviews(office.services);
    const { state, error, picture } = await admin.preview.get({ id });
    expect({ state, error }).toEqual({ state: "current", error: null });
    expect([picture?.desktopKey, picture?.mobileKey]).toEqual([expect.any(String), expect.any(String)]);
    expect(deadlines).toEqual([25_000, 25_000]);
    // It is opened once more for each device that it came to a halt for; a busy browser may not get as far as declining.
    const asked = (path: string) => server.asked.filter((each) => each === path).length;
    expect(asked("/nie")).toBeGreaterThan(0);
    expect(asked("/")).toBe(2 + asked("/nie"));
  });

  it("ends in time when the page hangs, and the old one is kept (scenario L)", async () => {
    let isHanging = false;
    const server = await serve({
      "/": (_, response) => {
        response.writeHead(200, { "Content-Type": "text/html" });
        response.end(html(layer(isHanging ? "<script>for (;;);</script>" : "<button>Ablehnen</button>"), green));
      },
    });
    const office = await openOffice();
    // A page that hangs does so for any time: the portal's own patience would be waited for in vain.
    const visit: ForeignBrowser["visit"] = (kind, input, given) =>
      browser.visit(kind, input, { ...given, deadlineMs: isHanging ? 6000 : given.deadlineMs });
    office.services.browser = { ...browser, visit };
    const admin = await office.as(await office.hire({ role: "admin" }));
    const { version } = await admin.setting.get({ section: "network" });
    await admin.setting.update({ section: "network", values: { allowedNetworks: ["127.0.0.1"] }, version });
    const { id } = await createRecord(admin, "website", { url: server.url, name: "Amsel", lifecycle: "planned" });
    await admin.preview.take({ id });
    await derivePreviews(office.services);
    await takeDuePreviews(office.services);
    const good = await admin.preview.get({ id });
    expect(good).toMatchObject({ state: "current", error: null });
    isHanging = true;
    await admin.preview.take({ id });
    await takeDuePreviews(office.services);
    const failed = await admin.preview.get({ id });
    expect(failed).toMatchObject({ state: "failed", picture: good.picture });
    expect(failed.error).toMatch(/nicht/);
  });
});
