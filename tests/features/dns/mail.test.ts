import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { ZoneRecord } from "../../../contract/dns/dns.ts";
import { judgeMail, type MailFacts } from "../../../contract/dns/mail.ts";
import { takeSnapshot } from "../../../server/lookups/dns/snapshot.ts";
import { parsePolicy, readMailFacts } from "../../../server/lookups/mail/mail-facts.ts";
import { countSpf } from "../../../server/lookups/mail/spf.ts";
import { chanceOf } from "../../support/chance.ts";
import { openTestInternet, record, type TestInternet } from "../../support/servers/dns/test-internet.ts";

const none: MailFacts = { spfLookups: 1, spfProblem: null, mtaSts: null, daneHosts: [] };
const entry = (name: string, type: string, value: string): ZoneRecord => ({ name, type, ttl: 300, value });
const mxOf = (host = "mx.amsel.test") => entry("amsel.test", "MX", `10 ${host}`);
const txt = (value: string, label = "") => entry(label ? `${label}.amsel.test` : "amsel.test", "TXT", value);
const dkim = txt("v=DKIM1; k=rsa; p=MIGf", "default._domainkey");
const reject = txt("v=DMARC1; p=reject", "_dmarc");
const judge = (records: ZoneRecord[], facts: Partial<MailFacts> = {}) =>
  judgeMail("amsel.test", { records }, { ...none, ...facts });
const checkOf = (report: ReturnType<typeof judge>, key: string) => report.checks.find((each) => each.key === key);

describe("the grade of a domain's mail", () => {
  test.each([
    ["A", "all of it", [mxOf(), txt("v=spf1 mx -all"), dkim, reject], {}],
    [
      "B",
      "a DMARC that only reports",
      [mxOf(), txt("v=spf1 mx ~all"), dkim, txt("v=DMARC1; p=none; rua=mailto:a@b", "_dmarc")],
      {},
    ],
    ["B", "a DMARC that protects, without a key", [mxOf(), txt("v=spf1 mx -all"), reject], {}],
    ["C", "SPF alone", [mxOf(), txt("v=spf1 mx -all"), dkim], {}],
    [
      "C",
      "a DMARC that neither protects nor reports",
      [mxOf(), txt("v=spf1 mx -all"), txt("v=DMARC1; p=none", "_dmarc")],
      {},
    ],
    ["D", "mail without SPF", [mxOf(), dkim, reject], {}],
    ["F", "an SPF that allows everybody", [mxOf(), txt("v=spf1 +all"), dkim, reject], {}],
    ["F", "two SPF records", [mxOf(), txt("v=spf1 mx -all"), txt("v=spf1 -all"), dkim, reject], {}],
    ["F", "an SPF that takes eleven lookups", [mxOf(), txt("v=spf1 mx -all"), dkim, reject], { spfLookups: 11 }],
    ["A", "no mail, said so", [mxOf("."), txt("v=spf1 -all")], {}],
    ["B", "no mail and an SPF that refuses", [txt("v=spf1 -all")], {}],
    ["D", "no mail, and nobody told", [], {}],
  ] as const)("is %s with %s", (grade, _name, records, facts) => {
    expect(judge([...records], facts).grade).toBe(grade);
  });

  it("comes with records to copy for what is missing, and with those of a domain without mail", () => {
    const report = judge([mxOf()]);
    expect(checkOf(report, "spf")?.proposal).toEqual({ name: "amsel.test", type: "TXT", value: "v=spf1 mx ~all" });
    expect(checkOf(report, "dmarc")?.proposal?.name).toBe("_dmarc.amsel.test");
    expect(judge([])).toMatchObject({ hasMail: false, protection: [{ value: "0 ." }, { value: "v=spf1 -all" }, {}] });
  });

  it("keeps what a record says already: where reports go, and who may send", () => {
    const report = judge([
      mxOf(),
      txt("v=spf1 a:mail.amsel.test include:_spf.versand.example +all"),
      txt("v=DMARC1; p=none; rua=mailto:berichte@agentur.example; sp=none", "_dmarc"),
    ]);
    expect(checkOf(report, "spf")?.proposal?.value).toBe("v=spf1 a:mail.amsel.test include:_spf.versand.example ~all");
    expect(checkOf(report, "dmarc")?.proposal?.value).toBe(
      "v=DMARC1; p=quarantine; rua=mailto:berichte@agentur.example; sp=none",
    );
    const two = judge([mxOf(), txt("v=spf1 mx -all"), txt("v=spf1 include:_spf.versand.example mx ~all")]);
    expect(checkOf(two, "spf")?.proposal?.value).toBe("v=spf1 mx include:_spf.versand.example ~all");
    expect(checkOf(judge([mxOf(), txt("v=spf1 mx")]), "spf")).toMatchObject({
      state: "warn",
      proposal: { value: "v=spf1 mx ~all" },
    });
    expect(checkOf(judge([mxOf(), txt("v=spf1 mx -all")]), "spf")?.proposal).toBeUndefined();
  });

  it("follows names that lead to a mail service, and takes no empty alias for a key", () => {
    const alias = (label: string) => entry(`${label}.amsel.test`, "CNAME", `${label}.versand.example`);
    const records = [mxOf(), txt("v=spf1 mx -all"), alias("_dmarc"), alias("s1._domainkey")];
    const texts = (dmarc: string[] | null, key: string[] | null) => ({
      aliasTexts: { "_dmarc.amsel.test": dmarc, "s1._domainkey.amsel.test": key },
    });
    const whole = judge(records, texts(["v=DMARC1; p=reject"], ["v=DKIM1; p=MIGf"]));
    expect(whole.grade).toBe("A");
    expect(checkOf(whole, "dmarc")).toMatchObject({ state: "ok", text: "v=DMARC1; p=reject" });
    const empty = judge(records, texts([], []));
    expect([checkOf(empty, "dmarc")?.state, checkOf(empty, "dkim")?.state]).toEqual(["bad", "warn"]);
    expect(checkOf(judge(records, texts(null, null)), "dkim")?.state).toBe("ok");
  });

  it("counts none of several DMARC records, as receivers do", () => {
    const report = judge([mxOf(), txt("v=spf1 mx -all"), dkim, reject, txt("v=DMARC1; p=none", "_dmarc")]);
    expect(report.grade).toBe("C");
    expect(checkOf(report, "dmarc")).toMatchObject({
      state: "bad",
      text: "2 DMARC-Einträge: Gültig ist nur einer, so gilt keiner.",
      proposal: { name: "_dmarc.amsel.test", value: "v=DMARC1; p=reject" },
    });
  });

  it("has a record for MTA-STS, and says what else it takes", () => {
    expect(checkOf(judge([mxOf()]), "mtaSts")).toMatchObject({
      proposal: { name: "_mta-sts.amsel.test", type: "TXT", value: "v=STSv1; id=1" },
      advice: expect.stringContaining("https://mta-sts.amsel.test/.well-known/mta-sts.txt"),
    });
  });

  it("takes a withdrawn DKIM key for none", () => {
    expect(checkOf(judge([mxOf(), txt("v=DKIM1; p=", "default._domainkey")]), "dkim")?.state).toBe("warn");
  });

  it("compares the policy of MTA-STS with the servers that take mail", () => {
    const announced = txt("v=STSv1; id=1", "_mta-sts");
    const state = (mtaSts: MailFacts["mtaSts"]) => checkOf(judge([mxOf(), announced], { mtaSts }), "mtaSts")?.state;
    expect(state(null)).toBe("bad");
    expect(state({ mode: "enforce", hosts: ["mx.other.example"] })).toBe("bad");
    expect(state({ mode: "testing", hosts: ["*.amsel.test"] })).toBe("warn");
    expect(state({ mode: "enforce", hosts: ["mx.amsel.test"] })).toBe("ok");
  });
});

describe("what lies outside the domain's own zone", () => {
  let internet: TestInternet;
  beforeEach(async () => {
    internet = await openTestInternet(() => new Date("2026-11-20T09:13:00.000Z"));
  });
  afterEach(() => internet.close());
  const publish = (label: string, value: string) => {
    for (const zone of [internet.amsel, internet.second])
      zone.records = [...zone.records, record("TXT", `${label}.amsel.test`, value)];
  };

  it("counts the lookups of SPF through all that it includes", async () => {
    publish("a", "v=spf1 include:b.amsel.test mx ~all");
    publish("b", "v=spf1 a ip4:192.0.2.0/24 exists:x.amsel.test ?all");
    const count = (text: string) => countSpf(internet.open(), "amsel.test", text);
    expect(await count("v=spf1 ip4:192.0.2.1 -all")).toEqual({ lookups: 0, problem: null });
    expect(await count("v=spf1 include:a.amsel.test -all")).toEqual({ lookups: 5, problem: null });
    expect((await count("v=spf1 include:nowhere.amsel.test -all")).problem).toContain("steht aber keines");
    publish("c", "v=spf1 include:c.amsel.test -all");
    expect((await count("v=spf1 include:c.amsel.test -all")).problem).toContain("selbst ein");
  });

  it("reads the texts where names lead elsewhere, and keeps what was read while nobody answers", async () => {
    for (const zone of [internet.amsel, internet.second])
      zone.records = [
        ...zone.records.filter(({ name }) => name !== "_dmarc.amsel.test"),
        record("CNAME", "_dmarc.amsel.test", "dmarc.service.test"),
      ];
    internet.ending.records = [...internet.ending.records, record("TXT", "dmarc.service.test", "v=DMARC1; p=reject")];
    const snapshot = await takeSnapshot(internet.open(), "amsel.test");
    const facts = await readMailFacts(internet.open(), "amsel.test", snapshot);
    expect(facts.aliasTexts).toEqual({ "_dmarc.amsel.test": ["v=DMARC1; p=reject"] });
    internet.tree.set("127.0.0.2", "refuses");
    const read = (before?: MailFacts) => readMailFacts(internet.open(), "amsel.test", snapshot, before);
    expect((await read(facts)).aliasTexts).toEqual(facts.aliasTexts);
    expect((await read()).aliasTexts).toEqual({ "_dmarc.amsel.test": null });
  });

  it("finds TLSA records of the mail servers", async () => {
    const snapshot = await takeSnapshot(internet.open(), "amsel.test");
    expect(await readMailFacts(internet.open(), "amsel.test", snapshot)).toMatchObject({
      daneHosts: [],
      spfLookups: 1,
    });
    const data = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32) };
    for (const zone of [internet.amsel, internet.second])
      zone.records = [...zone.records, { type: "TLSA", name: "_25._tcp.mx.amsel.test", ttl: 300, data }];
    const facts = await readMailFacts(internet.open(), "amsel.test", snapshot);
    expect(facts).toMatchObject({ daneHosts: ["mx.amsel.test"], unsignedDaneHosts: [] });
  });

  it("counts TLSA records behind an alias into another zone only while both are signed", async () => {
    const snapshot = await takeSnapshot(internet.open(), "amsel.test");
    const data = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32) };
    for (const zone of [internet.amsel, internet.second])
      zone.records = [...zone.records, record("CNAME", "_25._tcp.mx.amsel.test", "_dane.service.test")];
    internet.ending.records = [
      ...internet.ending.records,
      { type: "TLSA", name: "_dane.service.test", ttl: 300, data },
    ];
    const facts = await readMailFacts(internet.open(), "amsel.test", snapshot);
    expect(facts).toMatchObject({ daneHosts: ["mx.amsel.test"], unsignedDaneHosts: [] });
    for (const zone of [internet.amsel, internet.second]) zone.key = undefined;
    const stripped = await readMailFacts(internet.open(), "amsel.test", snapshot, facts);
    expect(stripped).toMatchObject({ daneHosts: [], unsignedDaneHosts: ["mx.amsel.test"] });
  });

  it.each([
    ["has run out", () => Object.assign(internet.amsel, { signedUntil: new Date("2026-11-01T00:00:00.000Z") })],
    ["is not there", () => Object.assign(internet.amsel, { key: undefined })],
    ["nobody above vouches for", () => Object.assign(internet.ending.delegations?.[0] ?? {}, { ds: undefined })],
  ])("takes TLSA records whose signature %s for none, and says so", async (_, spoil) => {
    const snapshot = await takeSnapshot(internet.open(), "amsel.test");
    const data = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32) };
    internet.amsel.records = [
      ...internet.amsel.records,
      { type: "TLSA", name: "_25._tcp.mx.amsel.test", ttl: 300, data },
    ];
    spoil();
    internet.tree.set("127.0.0.4", "silent");
    const facts = await readMailFacts(internet.open(), "amsel.test", snapshot);
    expect(facts).toMatchObject({ daneHosts: [], unsignedDaneHosts: ["mx.amsel.test"] });
    expect(checkOf(judge([mxOf()], facts), "dane")).toMatchObject({
      state: "warn",
      text: expect.stringContaining("ohne gültige DNSSEC-Signatur"),
    });
  });
});

it("a policy of MTA-STS is read as RFC 8461 has it, and nothing else is one", () => {
  expect(
    parsePolicy("version: STSv1\r\nmode: enforce\r\nmx: mail.example.com\r\nmx: *.example.net\r\nmax_age: 604800\r\n"),
  ).toEqual({ mode: "enforce", hosts: ["mail.example.com", "*.example.net"] });
  expect(parsePolicy("<html>404</html>")).toBeNull();
});

it("no text in a record crashes or hangs the judgement", () => {
  const random = chanceOf(11);
  const parts = ["v=spf1", "v=DMARC1", "include:", "=", ";", " ", "all", "+", "\u0000", "ü", "p=", "%{i}", "redirect="];
  for (let round = 0; round < 5000; round += 1) {
    const text = Array.from({ length: random.below(30) }, () => parts[random.below(parts.length)]).join("");
    const { grade } = judge([mxOf(), txt(text), txt(text, "_dmarc"), txt(text, "default._domainkey")]);
    expect("ABCDF").toContain(grade);
  }
});
