import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { ZoneRecord } from "../../../contract/dns/dns.ts";
import { judgeMail, type MailFacts } from "../../../contract/dns/mail.ts";
import { parseSpf } from "../../../contract/dns/spf.ts";
import { takeSnapshot } from "../../../server/lookups/dns/snapshot.ts";
import { parsePolicy, readMailFacts } from "../../../server/lookups/mail/mail-facts.ts";
import { followSpf } from "../../../server/lookups/mail/spf.ts";
import { chanceOf } from "../../support/chance.ts";
import { openTestInternet, record, type TestInternet } from "../../support/servers/dns/test-internet.ts";

const none: MailFacts = { spfLookups: 1, spfProblem: null, mtaSts: null, daneHosts: [] };
const entry = (name: string, type: string, value: string): ZoneRecord => ({ name, type, ttl: 300, value });
const mxOf = (host = "mx.amsel.test") => entry("amsel.test", "MX", `10 ${host}`);
const txt = (value: string, label = "") => entry(label ? `${label}.amsel.test` : "amsel.test", "TXT", value);
const dkim = txt("v=DKIM1; k=rsa; p=MIGf", "default._domainkey");
const reject = txt("v=DMARC1; p=reject", "_dmarc");
const dmarcOf = (tags: string) => txt(`v=DMARC1; ${tags}`, "_dmarc");
const open: Partial<MailFacts> = { spfCatchAll: "+" };
const shut: Partial<MailFacts> = { spfCatchAll: "-" };
const unsaid: Partial<MailFacts> = { spfCatchAll: null };
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
    ["F", "an SPF that leads to one that allows everybody", [mxOf(), txt("v=spf1 redirect=all.x"), dkim, reject], open],
    [
      "F",
      "an SPF that includes one that allows everybody",
      [mxOf(), txt("v=spf1 include:a.x -all"), dkim, reject],
      open,
    ],
    ["F", "a mechanism that nobody knows", [mxOf(), txt("v=spf1 inlcude:a.x -all"), dkim, reject], {}],
    ["F", "an address that is none", [mxOf(), txt("v=spf1 ip4:999.1.1.1 -all"), dkim, reject], {}],
    ["F", "an all before the one at the end", [mxOf(), txt("v=spf1 all mx -all"), dkim, reject], {}],
    ["F", "a network of all addresses", [mxOf(), txt("v=spf1 ip4:0.0.0.0/0 -all"), dkim, reject], {}],
    ["B", "an SPF whose servers stand behind its end", [mxOf(), txt("v=spf1 -all mx"), dkim, reject], {}],
    ["A", "an SPF that leads to one that refuses", [mxOf(), txt("v=spf1 redirect=a.x"), dkim, reject], shut],
    ["B", "an SPF that leads to one without an end", [mxOf(), txt("v=spf1 redirect=a.x"), dkim, reject], unsaid],
    ["A", "an SPF whose redirect nobody has followed", [mxOf(), txt("v=spf1 redirect=a.x"), dkim, reject], {}],
    ["B", "a DMARC for a third", [mxOf(), txt("v=spf1 mx -all"), dkim, dmarcOf("p=reject; pct=33")], {}],
    ["B", "a strict DMARC for nobody", [mxOf(), txt("v=spf1 mx -all"), dkim, dmarcOf("p=reject; pct=0")], {}],
    ["C", "a DMARC that does nothing", [mxOf(), txt("v=spf1 mx -all"), dkim, dmarcOf("p=quarantine; pct=0")], {}],
    ["A", "a share of DMARC that is none", [mxOf(), txt("v=spf1 mx -all"), dkim, dmarcOf("p=reject; pct=alle")], {}],
    ["B", "no mail and an SPF that leads to one that refuses", [txt("v=spf1 redirect=a.x")], shut],
    ["D", "no mail and an SPF that allows some before it refuses", [txt("v=spf1 ?all -all")], {}],
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

  it("says of a DMARC with „pct“ for how many mails it counts, and has it without", () => {
    const check = checkOf(judge([mxOf(), dmarcOf("p=quarantine; pct=30; rua=mailto:a@amsel.test")]), "dmarc");
    expect(check).toMatchObject({
      state: "warn",
      text: expect.stringContaining(
        "gilt die Richtlinie nur für 30 % der E-Mails, für die anderen die nächstmildere (none)",
      ),
      proposal: { value: "v=DMARC1; p=quarantine; rua=mailto:a@amsel.test" },
    });
    const nobody = checkOf(judge([mxOf(), dmarcOf("p=reject; pct=0")]), "dmarc");
    expect(nobody?.text).toContain("für keine E-Mail, für alle die nächstmildere (quarantine)");
    expect(checkOf(judge([mxOf(), dmarcOf("p=reject; pct=100")]), "dmarc")?.state).toBe("ok");
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
    const count = (text: string) => followSpf(internet.open(), "amsel.test", text);
    expect(await count("v=spf1 ip4:192.0.2.1 -all")).toEqual({ lookups: 0, problem: null, catchAll: "-" });
    expect(await count("v=spf1 include:a.amsel.test -all")).toEqual({ lookups: 5, problem: null, catchAll: "-" });
    expect((await count("v=spf1 include:nowhere.amsel.test -all")).problem).toContain("steht aber keines");
    publish("c", "v=spf1 include:c.amsel.test -all");
    expect((await count("v=spf1 include:c.amsel.test -all")).problem).toContain("selbst ein");
    expect((await count("v=spf1 redirect=AMSEL.test.")).problem).toContain("selbst ein");
  });

  it("takes a record that two others include for none that includes itself, and counts it twice", async () => {
    publish("left", "v=spf1 include:shared.amsel.test ~all");
    publish("right", "v=spf1 include:shared.amsel.test ~all");
    publish("shared", "v=spf1 a mx ~all");
    const text = "v=spf1 include:left.amsel.test include:right.amsel.test -all";
    expect(await followSpf(internet.open(), "amsel.test", text)).toEqual({ lookups: 8, problem: null, catchAll: "-" });
    const asked = internet.tree.asked.filter(({ name, type }) => name === "shared.amsel.test" && type === "TXT");
    expect(asked).toHaveLength(1);
  });

  it("sees what a record allows through others, and whether one of them is broken", async () => {
    publish("open", "v=spf1 +all");
    publish("shut", "v=spf1 mx -all");
    publish("unsaid", "v=spf1 mx");
    publish("typo", "v=spf1 inlcude:open.amsel.test -all");
    publish("two", "v=spf1 -all");
    publish("two", "v=spf1 ~all");
    const follow = (text: string) => followSpf(internet.open(), "amsel.test", text);
    const catchAll = async (text: string) => (await follow(text)).catchAll;
    expect(await catchAll("v=spf1 redirect=open.amsel.test")).toBe("+");
    expect(await catchAll("v=spf1 include:open.amsel.test -all")).toBe("+");
    expect(await catchAll("v=spf1 -include:open.amsel.test ?all")).toBe("-");
    expect(await catchAll("v=spf1 redirect=shut.amsel.test")).toBe("-");
    expect(await catchAll("v=spf1 redirect=unsaid.amsel.test")).toBeNull();
    expect(await follow("v=spf1 redirect=open.amsel.test -all")).toEqual({ lookups: 0, problem: null, catchAll: "-" });
    expect(await follow("v=spf1 -all mx include:typo.amsel.test")).toMatchObject({ lookups: 0, problem: null });
    expect((await follow("v=spf1 include:typo.amsel.test -all")).problem).toMatch(/^In typo.amsel.test: „inlcude:/);
    expect((await follow("v=spf1 include:two.amsel.test -all")).problem).toContain("mehrere");
  });

  it("keeps what is known of an unchanged SPF while nobody answers for what it includes", async () => {
    const including = (text: string) => {
      for (const zone of [internet.amsel, internet.second])
        zone.records = [
          ...zone.records.filter(({ name, type }) => name !== "amsel.test" || type !== "TXT"),
          record("TXT", "amsel.test", text),
        ];
    };
    internet.ending.records = [...internet.ending.records, record("TXT", "spf.service.test", "v=spf1 +all")];
    for (const text of ["v=spf1 include:spf.service.test -all", "v=spf1 redirect=spf.service.test"]) {
      including(text);
      internet.tree.set("127.0.0.2", "answers");
      const snapshot = await takeSnapshot(internet.open(), "amsel.test");
      const mail = await readMailFacts(internet.open(), "amsel.test", snapshot);
      expect(mail).toMatchObject({ spfLookups: 1, spfCatchAll: "+" });
      internet.tree.set("127.0.0.2", "refuses");
      const kept = await readMailFacts(internet.open(), "amsel.test", snapshot, { ...snapshot, mail });
      expect(judgeMail("amsel.test", snapshot, kept).grade).toBe("F");
      expect(kept).toMatchObject({ spfLookups: 1, spfProblem: null, spfCatchAll: "+" });
      const records = snapshot.records.map((each) =>
        each.value === text ? { ...each, value: "v=spf1 include:spf.service.test ~all" } : each,
      );
      const changed = await readMailFacts(
        internet.open(),
        "amsel.test",
        { ...snapshot, records },
        { ...snapshot, mail },
      );
      expect(changed).toMatchObject({ spfLookups: null, spfProblem: null, spfCatchAll: null });
    }
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
    const read = (mail?: MailFacts) =>
      readMailFacts(internet.open(), "amsel.test", snapshot, mail && { ...snapshot, mail });
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
    const stripped = await readMailFacts(internet.open(), "amsel.test", snapshot, { ...snapshot, mail: facts });
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

describe("a record of SPF", () => {
  it.each([
    "v=spf1",
    "V=SPF1 MX  -ALL ",
    "v=spf1 a/24 mx//64 a:x.example/24//64 mx:x.example ptr ptr:x.example -all",
    "v=spf1 ip4:192.0.2.0/24 ip4:192.0.2.1 ip6:2001:db8::/32 ip6:::ffff:192.0.2.1 ?all",
    "v=spf1 include:_spf.x.example exists:%{i}._spf.%{d2} include:x.xn--p1ai exp=why.%{d} ~all",
    "v=spf1 redirect=%{d}.x.example.",
    "v=spf1 note=hello%_%%there a=b -all",
  ])("%j is one", (text) => {
    expect(parseSpf(text)).toHaveProperty("value");
  });

  it.each([
    "v=spf10 -all",
    "v=spf1\t-all",
    "v=spf1 inlcude:a.x -all",
    "v=spf1 ip4:999.1.1.1 -all",
    "v=spf1 ip4:192.0.2.0/33 -all",
    "v=spf1 ip4:192.0.2.0/ -all",
    "v=spf1 ip4:2001:db8:: -all",
    "v=spf1 ip6:192.0.2.1 -all",
    "v=spf1 ip6:2001:db8::/129 -all",
    "v=spf1 ip4 -all",
    "v=spf1 a/33 -all",
    "v=spf1 a: -all",
    "v=spf1 include -all",
    "v=spf1 include: a.example -all",
    "v=spf1 include:localhost -all",
    "v=spf1 include:a.%{x} -all",
    "v=spf1 include:bücher.example -all",
    "v=spf1 all:x.example",
    "v=spf1 -all.",
    "v=spf1 mx -redirect=x.example",
    "v=spf1 redirect=a.example redirect=b.example",
    "v=spf1 redirect= -all",
  ])("%j is none", (text) => {
    expect(parseSpf(text)).toMatchObject({ problem: expect.any(String) });
  });

  it("ends with its first „all“, which makes receivers ignore a redirect", () => {
    const read = parseSpf("v=spf1 redirect=a.example mx ~all a -all");
    expect(read).toMatchObject({
      value: { mechanisms: [{ name: "mx" }, { name: "all", qualifier: "~" }], redirect: null, hasIgnored: true },
    });
  });

  it("is read whatever it holds, also where it is very long", () => {
    const random = chanceOf(29);
    const parts = [
      "v=spf1 ",
      "include:",
      "redirect=",
      "ip4:",
      "ip6:",
      "a",
      "mx",
      "/",
      "//",
      "%{",
      "}",
      "%",
      "i",
      "-",
      "+",
    ];
    const more = [
      ".",
      ":",
      "=",
      " ",
      "all",
      "1.2.3.4",
      "::",
      "999",
      "ü",
      "\u0000",
      "\ud800",
      "\n",
      "r",
      "~",
      "exp=",
      "x.y",
    ];
    const all = [...parts, ...more];
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: random.below(25) }, () => all[random.below(all.length)]).join("");
      const read = parseSpf(`v=spf1 ${text}`);
      if ("value" in read) expect(read.value.mechanisms.length).toBeLessThan(26);
      else expect(read.problem).not.toBe("");
    }
    for (const piece of all)
      for (const head of all) parseSpf(`v=spf1 ${head}${piece.repeat(60_000 / piece.length)}\u0000`);
  });
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
