import { beforeEach, describe, expect, it } from "vitest";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { keepRun } from "../../../server/features/legal/keep.ts";
import type { Api } from "../../../server/features/router.ts";
import type { GatheredSite } from "../../../server/lookups/legal/gathered.ts";
import { type LegalRunResult, resultOf } from "../../../server/lookups/legal/run.ts";
import { aSite, page, siteUrl, withRun } from "../../support/legal/site.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const uncheckable: LegalRunResult = { state: "uncheckable", reason: "Die Startseite hat nicht geladen." };
const withoutBrowser = aSite({ browser: { unavailable: "Kein Browser." } });
const pixel = "https://werbung.example.net/pixel.gif";
const seenBy = (...urls: string[]) =>
  withRun({
    requests: [siteUrl, ...urls].map((url) => ({ url, type: "image", status: 200 })),
    cookies: [{ name: "_ga", domain: "amsel.example", days: 400 }],
  });

let office: Office;
let api: Api;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "maintainer" }));
  id = (await createRecord(api, "website", { name: "Amsel", url: siteUrl })).id;
});

async function keep(run: GatheredSite | LegalRunResult, picture: string | null = null): Promise<Date> {
  office.advance(86_400_000);
  const result = "state" in run ? run : resultOf(run);
  await transact(systemContext(office.services), (tx) => keepRun(tx, id, result, { before: null, picture }));
  return office.services.now();
}
const look = () => api.legal.get({ id });
const urls = async () => (await look()).record?.requests.map(({ url }) => url);

describe("what a run saw", () => {
  it("stays after runs that could look at nothing, however many", async () => {
    const at = await keep(seenBy(pixel), "bild");
    for (let times = 0; times < 110; times += 1) await keep(uncheckable, "Anmeldung");
    expect(await look()).toMatchObject({
      run: { uncheckable: uncheckable.reason },
      record: { pages: [{ url: siteUrl }], cookies: [{ name: "_ga" }] },
      browserAt: at,
      pictureAt: at,
    });
    expect(await urls()).toEqual([siteUrl, pixel]);
    expect((await look()).rules.length).toBeGreaterThan(20);
    expect(await api.legal.picture({ id })).toEqual({ webpBase64: "bild" });
  });

  it("stays with its date after runs without a browser, which bring pages alone", async () => {
    const at = await keep(seenBy(pixel), "bild");
    await keep(withoutBrowser);
    await keep(withoutBrowser);
    const view = await look();
    expect(view).toMatchObject({ browserAt: at, pictureAt: at, record: { cookies: [{ name: "_ga" }] } });
    expect(view.run?.withoutBrowser).toBe("Kein Browser.");
    expect(view.rules.find(({ id: rule }) => rule === "third-party-other")?.state).toBe("unchecked");
    expect(await urls()).toEqual([siteUrl, pixel]);
  });

  it("names how many requests there were, of which it keeps the first", async () => {
    await keep(seenBy(...Array.from({ length: 400 }, (_, index) => `${pixel}?${index}`)));
    expect((await look()).record).toMatchObject({ requestCount: 401, isCutOff: false });
    expect(await urls()).toHaveLength(300);
  });

  it("gives way to what the next browser sees, its picture only to another one", async () => {
    const before = await keep(seenBy(pixel), "bild");
    const at = await keep(seenBy());
    expect(await look()).toMatchObject({ browserAt: at, pictureAt: before });
    expect(await urls()).toEqual([siteUrl]);
    await keep(seenBy(), "neu");
    expect(await api.legal.picture({ id })).toEqual({ webpBase64: "neu" });
    const kept = await office.services.db
      .selectFrom("legalRuns")
      .select(["recordJson", "picture"])
      .where((eb) => eb.or([eb("recordJson", "is not", null), eb("picture", "is not", null)]))
      .execute();
    expect(kept).toHaveLength(1);
  });

  it("is nothing as long as no browser looked", async () => {
    expect((await refusalOf(api.legal.picture({ id }))).code).toBe("NOT_FOUND");
    await keep(withoutBrowser);
    expect(await look()).toMatchObject({ browserAt: null, pictureAt: null });
    expect(await urls()).toEqual([]);
  });
});

describe("a finding on a page to which a link leads", () => {
  const kontakt = `${siteUrl}kontakt`;
  const plain = '<form id="k" action="http://amsel.example/senden"></form><img src="http://amsel.example/a.png">';
  const at = (html: string) => [page(kontakt, html)];
  const { links } = aSite();
  const states = async () =>
    (await look()).findings
      .filter(({ rule }) => ["forms-https", "mixed-content"].includes(rule.id))
      .map(({ rule, state }) => [rule.id, state]);
  const both = (state: string) => [
    ["forms-https", state],
    ["mixed-content", state],
  ];

  it.each([
    ["that did not answer", aSite({ links: { ...links, silent: 1 } })],
    ["for which there was no time", aSite({ links: { ...links, leftByLimit: 1 } })],
    ["that robots.txt closes", aSite({ links: { ...links, leftByRobots: 1 } })],
    [
      "beyond more findings than are kept",
      aSite({
        linkedPages: [
          page(
            `${siteUrl}viele`,
            Array.from(
              { length: 31 },
              (_, index) =>
                `<form id="f${index}" action="http://amsel.example/"></form><img src="http://amsel.example/${index}">`,
            ).join(""),
          ),
        ],
      }),
    ],
  ])("stays for a page %s", async (_, unread) => {
    await keep(aSite({ linkedPages: at(plain) }));
    expect(await states()).toEqual(both("open"));
    await keep(unread);
    const kept = await look();
    expect(kept.findings.filter(({ pageUrl, state }) => pageUrl === kontakt && state === "open")).toHaveLength(2);
  });

  it.each([
    ["the page was read without it", { linkedPages: at("<p>Neu</p>"), links: { ...links, silent: 1 } }],
    [
      "the page is not there",
      { links: { ...links, silent: 1, broken: [{ url: kontakt, from: siteUrl, text: "K", reason: "" }] } },
    ],
    ["no link leads there any more", {}],
  ])("is gone when %s", async (_, now) => {
    await keep(aSite({ linkedPages: at(plain) }));
    await keep(aSite(now));
    expect(await states()).toEqual(both("gone"));
  });
});

it("is gone from the page on which the browser ended, whatever other pages are silent", async () => {
  const url = `${siteUrl}de/`;
  const silent = { links: { ...aSite().links, silent: 1 } };
  const picture = { url: "http://amsel.example/a.png", type: "image", status: 200 };
  const states = async () => (await look()).findings.map(({ rule, pageUrl, state }) => [rule.id, pageUrl, state]);
  await keep({ ...withRun({ url, requests: [picture] }), ...silent });
  expect(await states()).toEqual([["mixed-content", url, "open"]]);
  await keep({ ...withRun({ url, requests: [] }), ...silent });
  expect(await states()).toEqual([["mixed-content", url, "gone"]]);
});

describe("an acceptance", () => {
  const sized = (weightBytes: number) => withRun({ weightBytes });
  const found = async () => {
    const finding = (await look()).findings.find(({ rule }) => rule.id === "page-weight");
    if (!finding) throw new Error("nothing was found");
    return finding;
  };
  const reopenings = () =>
    office.services.db.selectFrom("changes").select("actorId").where("kind", "=", "finding.reopened").execute();

  it("is refused for what is no longer found, and for what is accepted with another reason", async () => {
    await keep(sized(4_000_000));
    const { id: finding } = await found();
    await api.legal.accept({ id: finding, reason: "Katalog mit Bildern." });
    await api.legal.accept({ id: finding, reason: "Katalog mit Bildern." });
    const other = await office.as(await office.hire({ role: "maintainer" }));
    const refusal = await refusalOf(other.legal.accept({ id: finding, reason: "Ist mir egal." }));
    expect(refusal.code).toBe("CONFLICT");
    expect(refusal.message).toMatch(/^.+ hat das schon akzeptiert, mit dem Grund „Katalog mit Bildern\.“\./);
    expect((await found()).accepted?.reason).toBe("Katalog mit Bildern.");
    const accepted = office.services.db.selectFrom("changes").select("id").where("kind", "=", "finding.accepted");
    expect(await accepted.execute()).toHaveLength(1);
    await api.legal.reopen({ id: finding });
    await keep(sized(1_000_000));
    const gone = await refusalOf(api.legal.accept({ id: finding, reason: "Katalog mit Bildern." }));
    expect(gone.code).toBe("PRECONDITION_FAILED");
    expect(gone.message).toContain("nicht mehr gefunden");
  });

  it("of a form stays while one of the pages that have it is silent", async () => {
    const form = '<form id="k" action="http://amsel.example/senden"></form>';
    const [one, other] = [page(`${siteUrl}kontakt`, form), page(`${siteUrl}termin`, form)];
    await keep(aSite({ linkedPages: [one, other] }));
    const [finding] = (await look()).findings;
    await api.legal.accept({ id: finding?.id ?? "", reason: "Altes Formular." });
    await keep(aSite({ linkedPages: [other], links: { ...aSite().links, silent: 1 } }));
    expect((await look()).findings).toMatchObject([{ id: finding?.id, state: "accepted", pageUrl: other.url }]);
  });

  it("ends when it gets worse, and not when it stays or gets better", async () => {
    await keep(sized(4_000_000));
    const { id: finding } = await found();
    await api.legal.accept({ id: finding, reason: "Katalog mit Bildern." });
    await keep(sized(5_000_000));
    expect(await found()).toMatchObject({ state: "accepted", level: "info" });
    await keep(sized(7_000_000));
    expect(await found()).toMatchObject({ state: "open", level: "warn", accepted: null });
    expect(await reopenings()).toEqual([{ actorId: null }]);
    await api.legal.accept({ id: finding, reason: "Katalog mit Bildern." });
    await keep(sized(4_000_000));
    expect(await found()).toMatchObject({ state: "accepted", level: "info" });
  });
});
