import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DnsSnapshot } from "../../../contract/dns/dns.ts";
import { daysAfterMove } from "../../../contract/host-moves/host-moves.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { newId } from "../../../server/db/new-id.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { type NewChangeEvent, recordChangeEvents } from "../../../server/features/change-events/record.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { expectNoise, openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let chief: Person;
let api: Api;
let domainId: string;

const name = "weingut-amsel.de";
const snapshot: DnsSnapshot = {
  state: "delegated",
  parentZone: "de",
  parentNameservers: ["ns1.fink.example"],
  nameservers: ["ns1.fink.example"],
  servers: [{ name: "ns1.fink.example", address: "192.0.2.53", state: "ok", serial: 7, misses: 0 }],
  records: [
    { name, type: "MX", ttl: 300, value: "10 mx.fink.example" },
    { name, type: "TXT", ttl: 300, value: "v=spf1 mx -all" },
  ],
  unanswered: [],
  dnssec: { state: "unsigned", reason: null, expiresAt: null, dsRecords: [] },
  mail: { spfLookups: 1, spfProblem: null, mtaSts: null, daneHosts: [] },
};

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  chief = await portal.hire({ name: "Chef", role: "admin" });
  api = await apiOf(portal, chief);
  domainId = (await createRecord(api, "domain", { name })).id;
  const { services } = portal.portal;
  await deriveLookups(services, ["dns"]);
  const at = services.now().toISOString();
  await services.db
    .updateTable("lookups")
    .set({ answeredAt: at, triedAt: at, answerJson: JSON.stringify(snapshot) })
    .where("kind", "=", "dns")
    .where("targetId", "=", domainId)
    .execute();
});
afterAll(() => portal.stop());

test("the zone of a domain is downloaded as a file that name servers read", async () => {
  const page = await openBrowser(portal, { person: chief });
  await visit(page, `/domains/${domainId}/dns`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Als Zonendatei exportieren" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("weingut-amsel.de.zone");
  const text = await readFile(await download.path(), "utf8");
  expect(text).toContain("$ORIGIN weingut-amsel.de.\n@\t300\tIN\tMX\t10 mx.fink.example.\n");
});

test("DMARC reports are uploaded several at once, and what is none says why", async () => {
  const page = await openBrowser(portal, { person: chief });
  await visit(page, `/domains/${domainId}/mail`);
  await page.getByText("Kein DMARC-Eintrag.").waitFor();
  const choose = page.getByLabel("DMARC-Berichte wählen");
  expectNoise(page, /400/);
  await choose.setInputFiles([file("fremd.xml", reportOf("fremd", "fremd.de")), file("seite.xml", "<html></html>")]);
  await page.getByText("fremd.xml: Bericht: Er ist für fremd.de, nicht für weingut-amsel.de.").waitFor();
  await page.getByText("seite.xml: Bericht: Die Datei ist kein DMARC-Bericht.").waitFor();
  await choose.setInputFiles([file("eins.xml", reportOf("1")), file("zwei.xml.gz", gzipSync(reportOf("2")))]);
  await page.getByText("2 Berichte übernommen.").waitFor();
  await page.getByText(/In 13 Wochen 200 Mails, davon bestanden 90.* – 20 nicht/).waitFor();
});

test("a domain's timeline is narrowed to what nobody had planned", async () => {
  const changed = (kind: NewChangeEvent["kind"], after: string): NewChangeEvent => {
    return { source: "dns", kind, target: { type: "domain", id: domainId }, before: ["vorher"], after: [after] };
  };
  const { services } = portal.portal;
  const notice = (event: NewChangeEvent) => transact(systemContext(services), (tx) => recordChangeEvents(tx, [event]));
  await notice(changed("records", "ungeplante Änderung"));
  const { version } = await api.domain.get({ id: domainId });
  const movingUntil = addDays(portalDate(services.now()), 3);
  await api.domain.update({ params: { id: domainId }, body: { movingUntil }, version });
  await notice(changed("nameservers", "ns1.neu.example"));
  const page = await openBrowser(portal, { person: chief });
  await visit(page, `/domains/${domainId}/timeline`);
  await page
    .getByText(/Umzug läuft bis \d/)
    .first()
    .waitFor();
  await page.getByText("ns1.neu.example").waitFor();
  await page.getByText("Nur Ungeplantes").click();
  await page.getByText("ns1.neu.example").waitFor({ state: "detached" });
  await page.getByText("ungeplante Änderung").waitFor();
});

test("the move of a host's websites is planned: tasks for each, and domains whose changes are expected", async () => {
  const from = await createRecord(api, "host", { name: "alter-server" });
  await createRecord(api, "host", { name: "neuer-server" });
  const hosts = [{ id: from.id, role: "web" }];
  await createRecord(api, "website", { url: `https://www.${name}/`, name: "Weingut Amsel", hosts });
  const page = await openBrowser(portal, { person: chief });
  await visit(page, `/hosts/${from.id}`);
  await page.getByRole("button", { name: "Mehr zu alter-server" }).click();
  await page.getByRole("menuitem", { name: "Umzug planen …" }).click();
  const dialog = page.getByRole("dialog", { name: "Umzug planen: alter-server" });
  await dialog.getByLabel("Ziel").fill("neuer");
  await page.getByRole("option", { name: "neuer-server" }).click();
  await dialog.getByRole("button", { name: "1 Website einplanen" }).click();
  await toast(page, /Umzug geplant/).waitFor();
  const until = addDays(portalDate(portal.portal.services.now()), 7 + daysAfterMove);
  expect((await api.domain.get({ id: domainId })).values.movingUntil).toBe(until);
  const { data } = await api.task.list({});
  expect(data.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      "TTL senken vor dem Umzug alter-server → neuer-server",
      "Umzug Weingut Amsel: alter-server → neuer-server",
    ]),
  );
});

test("a name that looks like the domain is judged, and its customer's wish is named", async () => {
  const { services } = portal.portal;
  const customer = await createRecord(api, "customer", { name: "Weingut Amsel", watchesLookalikes: true });
  const { id } = await createRecord(api, "domain", { name: "amsel.de", customerId: customer.id });
  const at = services.now().toISOString();
  await services.db
    .insertInto("lookalikes")
    .values({
      ...({ id: newId(), domainId: id, nameAce: "xn--msel-43d.de", kind: "homoglyph", firstSeenAt: at } as const),
      ...({ addressesJson: '["192.0.2.66"]', hasMail: 1, state: "watched", goneAt: null } as const),
    })
    .execute();
  const page = await openBrowser(portal, { person: chief });
  await visit(page, `/domains/${id}/lookalikes`);
  await page.getByText("Beim Kunden für alle seine Domains eingeschaltet.").waitFor();
  await page.getByText("empfängt E-Mail").waitFor();
  await page.getByLabel(/^Was .*msel\.de ist$/).selectOption({ label: "Fall" });
  await expect.poll(async () => (await api.lookalike.get({ id })).found.map(({ state }) => state)).toEqual(["case"]);
});

const file = (filename: string, content: string | Uint8Array) => ({
  name: filename,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});

function reportOf(id: string, domain = name): string {
  const at = Math.floor(portal.portal.services.now().getTime() / 1000) - 86_400;
  const row = (ip: string, count: number, verdict: string) =>
    `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>none</disposition><dkim>${verdict}</dkim><spf>${verdict}</spf></policy_evaluated></row></record>`;
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>Postamt</org_name><report_id>${id}</report_id><date_range><begin>${at}</begin><end>${at + 3600}</end></date_range></report_metadata><policy_published><domain>${domain}</domain><p>none</p></policy_published>${row("192.0.2.1", 90, "pass")}${row("192.0.2.2", 10, "fail")}</feedback>`;
}
