import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mainTypes } from "../../../contract/records/record-types.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { closeByEscape, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let malte: Person;
let api: Api;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  malte = await portal.hire({ name: '<img src=x onerror="hit()">Malte', role: "admin" });
  api = await apiOf(portal, malte);
});
afterAll(() => portal.stop());

/** Each calls `hit` where it is taken for markup, a script or an address that runs. */
const markup: [string, string, string, string, ...string[]] = [
  "<script>hit()</script>",
  "</script><script>hit()</script>",
  "<img src=x onerror=hit()>",
  "<svg onload=hit()>",
  "<svg><script>hit()</script></svg>",
  "<svg><animate onbegin=hit() attributeName=x dur=1s>",
  "<body onload=hit()>",
  "<iframe srcdoc='<script>parent.hit()</script>'>",
  "<iframe src=javascript:parent.hit()>",
  "<object data=javascript:hit()>",
  "<embed src=javascript:hit()>",
  "<a href=javascript:hit()>x</a>",
  "<details open ontoggle=hit()>",
  "<input autofocus onfocus=hit()>",
  "<select autofocus onfocus=hit()>",
  "<video><source onerror=hit()></video>",
  "<audio src=x onerror=hit()>",
  "<marquee onstart=hit()>",
  "<math><mi xlink:href=javascript:hit()>x</mi></math>",
  "<form action=javascript:hit()><button autofocus>x</button></form>",
  "<base href=//evil.example/>",
  "<meta http-equiv=refresh content='0;url=javascript:hit()'>",
  "<link rel=stylesheet href=data:text/css,*{background:red}>",
  "<style>*{background:url(javascript:hit())}</style>",
  "<template><script>hit()</script></template>",
  "<noscript><img src=x onerror=hit()></noscript>",
  "<title><img src=x onerror=hit()></title>",
  "<textarea><img src=x onerror=hit()>",
  "<!--><img src=x onerror=hit()>-->",
  "<img src=`x`onerror=hit()>",
  "<scr<script>ipt>hit()</script>",
  "<IMG SRC=x OnErRoR=hit()>",
  "<img/src=x/onerror=hit()>",
  '"><img src=x onerror=hit()>',
  "'><img src=x onerror=hit()>",
  '" onmouseover=hit() x="',
  "' autofocus onfocus=hit() '",
  "{{constructor.constructor('hit()')()}}",
  "`-hit()-`",
  "\\u003cscript\\u003ehit()\\u003c/script\\u003e",
  "&lt;script&gt;hit()&lt;/script&gt;",
  "%3Cscript%3Ehit()%3C/script%3E",
  '=HYPERLINK("javascript:hit()")',
  "__proto__",
];

const markdown = [
  ...markup,
  "[x](javascript:hit())",
  "[x](JaVaScRiPt:hit())",
  "[x](java\tscript:hit())",
  "[x](&#106;avascript:hit())",
  "[x](data:text/html,<script>hit()</script>)",
  "[x](vbscript:hit())",
  "[x](//evil.example)",
  '![x](x"onerror="hit())',
  "![x](javascript:hit())",
  "[x]: javascript:hit()\n[x]",
  "<javascript:hit()>",
  '[x](https://a.example "onmouseover=hit()")',
  "`<img src=x onerror=hit()>`",
  "```html\n<script>hit()</script>\n```",
  "| <img src=x onerror=hit()> |\n|---|\n| <svg onload=hit()> |",
].join("\n\n");

async function open(person: Person, viewport?: typeof phone): Promise<Page> {
  const page = await openBrowser(portal, { person, ...(viewport && { viewport }) });
  page.on("dialog", (dialog) => void dialog.dismiss());
  await page.addInitScript(() => {
    (window as unknown as { hits: number }).hits = 0;
    (window as unknown as { hit(): void }).hit = () => {
      (window as unknown as { hits: number }).hits += 1;
      console.error("markup has run");
    };
  });
  return page;
}

/** Nothing of what was typed has become an element, an address that runs or a handler. */
async function expectInert(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    const runs = /^\s*(javascript|vbscript|data:text)/i;
    return {
      hits: (window as unknown as { hits: number }).hits,
      handlers: all.flatMap((each) => each.getAttributeNames().filter((name) => name.startsWith("on"))),
      addresses: all.flatMap((each) =>
        ["href", "src", "action", "data", "srcdoc"].filter((name) => runs.test(each.getAttribute(name) ?? "")),
      ),
      strange: all.flatMap((each) =>
        /^(iframe|object|embed|base|marquee|math)$/i.test(each.tagName) ? each.tagName : [],
      ),
    };
  });
  expect(found).toEqual({ hits: 0, handlers: [], addresses: [], strange: [] });
}

test("markup in names, tags, notes and views stays text on every page", async () => {
  const tags = [];
  for (const name of markup.filter(({ length }) => length <= 40).slice(0, 20))
    tags.push((await api.tag.create({ body: { name } })).id);
  const ids = new Map<string, string>();
  for (const name of markup) {
    const customer = await api.customer.create({ body: { name, notes: markdown, tags: tags.slice(0, 5) } });
    const website = await createRecord(api, "website", {
      name,
      customerId: customer.id,
      notes: markdown,
      tags,
      cms: name.slice(0, 40),
    });
    ids.set("customers", customer.id).set("websites", website.id);
    await createRecord(api, "contact", { lastName: name, position: name.slice(0, 40), customerId: customer.id });
  }
  const locationId = (await api.location.create({ body: { name: markup[2], address: markup[3] } })).id;
  const host = await createRecord(api, "host", { name: markup[0], notes: markdown, contractNo: markup[2] });
  const device = await createRecord(api, "device", {
    name: markup[1],
    locationId,
    manufacturer: markup[2],
    notes: markdown,
  });
  const domain = await createRecord(api, "domain", { holderName: markup[2], notes: markdown });
  ids.set("hosts", host.id).set("devices", device.id).set("domains", domain.id);
  const body = {
    type: "website" as const,
    name: markup[2],
    scope: "team" as const,
    state: { search: markup[3] },
  };
  await api.savedView.create({ body });
  await api.website.update({ params: { id: ids.get("websites") as string }, body: { name: markup[1] } });

  const page = await open(malte);
  for (const path of ["/", "/websites", "/websites?layout=tiles", "/customers", "/hosts", "/devices", "/domains"]) {
    await visit(page, path);
    await expectInert(page);
  }
  for (const [plural, id] of ids)
    for (const part of ["", "/history", "/files", "/edit"]) {
      await visit(page, `/${plural}/${id}${part}`);
      await expectInert(page);
    }
  for (const path of [
    "/settings/lists",
    "/import",
    `/websites?q=${encodeURIComponent(markup.join("").slice(0, 200))}`,
  ]) {
    await visit(page, path);
    await expectInert(page);
  }
  const mobile = await open(malte, phone);
  for (const path of ["/websites", `/websites/${ids.get("websites")}`]) {
    await visit(mobile, path);
    await expectInert(mobile);
  }
});

test("markup stays text in the search, in messages and in what is told to others", async () => {
  const jana = await portal.hire({ name: "<svg onload=hit()>Jana" });
  const device = await createRecord(api, "device", { name: "<img src=x onerror=hit()>Notebook Zebra" });
  const page = await open(jana);
  await visitLive(page, "/");
  await api.device.checkOut({
    deviceIds: [device.id],
    to: { type: "user", id: jana.id },
    note: "<script>hit()</script>",
  });
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Suche" });
  await palette.getByRole("combobox").pressSequentially("<img src=x onerror=hit()>Notebook zeb");
  await palette.getByRole("option").filter({ hasText: "Zebra" }).waitFor();
  await expectInert(page);
  await closeByEscape(palette);
  await page
    .getByRole("button", { name: /Benachrichtigungen/ })
    .first()
    .click();
  await page.getByText("Zebra").first().waitFor();
  await expectInert(page);
  await visit(page, `/devices/${device.id}`);
  await page.getByText("Zebra").first().waitFor();
  await expectInert(page);
});

test("what a role may not see is not in the HTML of any page", async () => {
  const body = { costCents: 765_432_100, priceCents: 765_432_100 };
  const domain = await createRecord(api, "domain", {
    ...body,
    holderName: "Geheim Xaver",
    holderEmail: "x@xaver.example",
  });
  const customer = await createRecord(api, "customer", { hourlyRateCents: 765_432_100 });
  const host = await createRecord(api, "host", { costCents: 765_432_100, customerId: customer.id });
  const device = await createRecord(api, "device", { priceCents: 765_432_100 });
  await createRecord(api, "contract", { priceCents: 765_432_100, customerId: customer.id, cycle: "monthly" });
  const ids = { domain: domain.id, customer: customer.id, host: host.id, device: device.id };
  const readAll = async (person: Person) => {
    const { cookie } = await portal.signIn(person);
    const paths = ["/", ...mainTypes.map((type) => `/${type}s`)];
    for (const [type, id] of Object.entries(ids))
      for (const part of ["", "/history", "/costs", "/holder", "/contract", "/contracts", "/edit"])
        paths.push(`/${type}s/${id}${part}`);
    const pages = await Promise.all(
      paths.map(async (path) => (await fetch(portal.url + path, { headers: { cookie } })).text()),
    );
    return pages.join("\n");
  };
  // Long enough that no random id and no time holds it.
  const secret = /765432100|7654321[.,]00|7\.654\.321|Geheim Xaver|xaver\.example/i;
  expect(await readAll(malte)).toMatch(secret);
  for (const role of ["member", "readonly"] as const)
    expect(secret.exec(await readAll(await portal.hire({ role })))?.[0]).toBeUndefined();
});
