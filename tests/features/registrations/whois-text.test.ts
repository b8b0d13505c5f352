import { describe, expect, it } from "vitest";
import { parseRdap } from "../../../server/lookups/registration/rdap.ts";
import { rdapWithoutPeople } from "../../../server/lookups/registration/rdap-without-people.ts";
import { parseWhois, withoutPeople } from "../../../server/lookups/registration/whois-text.ts";
import { chanceOf } from "../../support/chance.ts";
import { rdapDomain } from "../../support/servers/rdap-server.ts";
import { freeAnswers, whoisAnswers } from "../../support/servers/whois-server.ts";

const nameOf = (ending: string) => (ending === "uk" ? "amsel.co.uk" : `amsel.${ending}`);

/** Registrar, first and last day, as each registry has them. */
const expected: Record<keyof typeof whoisAnswers, [string | null, string | null, string | null]> = {
  at: ["Muster Registrar GmbH", null, null],
  ch: ["Muster Registrar AG", "1999-05-31", null],
  com: ["Muster Registrar Inc.", "1997-09-15", "2028-09-14"],
  de: [null, null, null],
  dk: ["Muster Registrar ApS", "1999-01-10", "2027-03-31"],
  eu: ["Muster Registrar GmbH", null, null],
  fr: ["Muster Registrar SAS", "2000-07-26", "2027-12-30"],
  it: ["Muster Registrar Limited", "1999-12-10", "2027-04-21"],
  nl: ["Muster Registrar B.V.", null, null],
  pl: ["Muster Registrar Sp. z o.o.", "2002-09-19", "2027-09-18"],
  se: ["Muster Registrar AB", "2003-08-27", "2027-10-20"],
  uk: ["Muster Registrar Ltd t/a Muster", "1999-02-14", "2027-02-14"],
};

describe("what WHOIS says", () => {
  it.each(Object.entries(expected))("is read as the registry of .%s writes it", (ending, [registrar, from, to]) => {
    const text = whoisAnswers[ending as keyof typeof whoisAnswers];
    expect(parseWhois(text, nameOf(ending))).toMatchObject({
      state: "registered",
      registrar,
      registeredOn: from,
      expiresOn: to,
      holder: null,
      nameservers: ["ns1.amsel.example", "ns2.amsel.example"],
    });
    expect(parseWhois(text.replaceAll("\n", "\r\n"), nameOf(ending))?.registrar).toBe(registrar);
  });

  it.each(Object.entries(freeAnswers))("is that nobody has %s, where its registry says so", (name, text) => {
    expect(parseWhois(text, name)).toMatchObject({ state: "free", registrar: null });
  });

  it("is nothing about another domain, and no word for free that nobody recorded", () => {
    expect(parseWhois(whoisAnswers.at, "fink.at")).toBeUndefined();
    expect(parseWhois(freeAnswers["amsel.de"], "fink.de")).toBeUndefined();
    expect(parseWhois("No match for domain.", "amsel.it")).toBeUndefined();
    expect(parseWhois("", "amsel.at")).toBeUndefined();
  });

  it("names the locks of a domain as RDAP does", () => {
    expect(parseWhois(whoisAnswers.com, "amsel.com")?.statuses).toEqual([
      "client delete prohibited",
      "server transfer prohibited",
    ]);
    expect(parseWhois(whoisAnswers.se, "amsel.se")?.statuses).toEqual(["server transfer prohibited"]);
  });
});

describe("what is kept of answers", () => {
  it.each(Object.entries(whoisAnswers))("has no person in it (.%s)", (_, text) => {
    const kept = withoutPeople(text);
    for (const word of ["Erika", "@", "+43", "+33", "+41", "Musterweg", "Musterstrasse", "Via Muster"])
      expect(kept).not.toContain(word);
    expect(kept.toLowerCase()).toContain("ns1.amsel.example");
  });

  it("has no person in it when it came by RDAP", () => {
    const person = [
      "vcard",
      [
        ["version", {}, "text", "4.0"],
        ["fn", {}, "text", "Erika Muster"],
      ],
    ];
    const vcard = [
      "vcard",
      [
        ["fn", {}, "text", "Muster Registrar"],
        ["email", {}, "text", "abuse@registrar.example"],
      ],
    ];
    const entities = [
      { roles: ["registrant"], handle: "ERIKA1", vcardArray: person },
      { roles: ["registrar"], vcardArray: vcard, entities: [{ roles: ["abuse"], vcardArray: person }] },
    ];
    const remarks = [{ description: ["Fragen an erika@amsel.example"] }];
    const kept = rdapWithoutPeople(rdapDomain("amsel.com", { entities, remarks }).body);
    for (const word of ["Erika", "ERIKA1", "@"]) expect(kept).not.toContain(word);
    for (const word of ["Muster Registrar", "expiration", "ns1.amsel.com"]) expect(kept).toContain(word);
  });

  it("keeps of RDAP only what is known to be harmless, whatever a registry adds", () => {
    const jscontact_card = { "@type": "Card", name: { full: "Erika Muster" } };
    const fn = (text: string) => ["vcard", [["fn", {}, "text", text]]];
    const text = { title: "Hinweis", description: ["Erika Muster, Amselweg 1"] };
    const entity = { handle: "ERIKA1", jscontact_card, vcardArray: fn("Erika Muster"), remarks: [text] };
    const publicIds = [{ type: "IANA Registrar ID", identifier: "292" }];
    const kept = rdapWithoutPeople(
      rdapDomain("amsel.com", {
        handle: "D1-COM",
        unicodeName: "amsel.com",
        port43: "whois.amsel.example",
        lang: "Erika",
        remarks: [text],
        notices: [text],
        erika_holder: { name: "Erika Muster" },
        variants: [{ variantNames: [{ ldhName: "erika.example" }] }],
        events: [{ eventAction: "registration", eventDate: "2014-11-12T19:15:55Z", eventActor: "Erika Muster" }],
        nameservers: [{ ldhName: "ns1.amsel.com", remarks: [text], entities: [entity] }],
        secureDNS: { delegationSigned: true, dsData: [{ keyTag: 1, events: [{ eventActor: "Erika" }] }] },
        links: [{ rel: "self", href: "https://rdap.example/domain/amsel.com", title: "Erika Muster" }],
        entities: [
          { roles: ["registrant"], ...entity, publicIds: [{ type: "Ausweis", identifier: "ERIKA" }] },
          { roles: ["registrar"], ...entity, vcardArray: fn("Muster Registrar"), publicIds, entities: [entity] },
        ],
      }).body,
    );
    expect(kept).not.toMatch(/erika|amselweg/i);
    expect(JSON.parse(kept)).toEqual({
      ldhName: "amsel.com",
      unicodeName: "amsel.com",
      handle: "D1-COM",
      events: [{ eventAction: "registration", eventDate: "2014-11-12T19:15:55Z" }],
      status: ["client transfer prohibited", "active"],
      nameservers: [{ ldhName: "ns1.amsel.com" }],
      secureDNS: { delegationSigned: true, dsData: [{ keyTag: 1 }] },
      links: [{ rel: "self", href: "https://rdap.example/domain/amsel.com" }],
      port43: "whois.amsel.example",
      entities: [{ roles: ["registrant"] }, { roles: ["registrar"], vcardArray: fn("Muster Registrar"), publicIds }],
    });
  });
});

it("an organisation that holds a domain is kept, a person is not", () => {
  const of = (...properties: unknown[]) => {
    const entities = [{ roles: ["registrant"], vcardArray: ["vcard", properties] }];
    return parseRdap(rdapDomain("amsel.com", { entities }).body, "amsel.com")?.registration.holder;
  };
  expect(of(["fn", {}, "text", "Erika Muster"])).toBeNull();
  expect(of(["fn", {}, "text", "Amsel GmbH"], ["kind", {}, "text", "org"])).toBe("Amsel GmbH");
  expect(of(["fn", {}, "text", "Erika Muster"], ["org", {}, "text", "Amsel GmbH"])).toBe("Amsel GmbH");
  expect(of(["org", {}, "text", "REDACTED FOR PRIVACY"])).toBeNull();
});

it("no day is read that the calendar does not have, however a registry writes it", () => {
  const read = (day: string) => parseWhois(`domain: amsel.at\nexpires: ${day}\n`, "amsel.at")?.expiresOn;
  for (const day of ["2027-02-28", "20270228", "2027.02.28", "28-Feb-2027", "28 February 2027"])
    expect(read(day)).toBe("2027-02-28");
  for (const day of [
    "2026-13-45",
    "20261345",
    "2027.02.31",
    "31-Feb-2027",
    "45 January 2027",
    "0 Mai 2027",
    "99-Xyz-2027",
  ])
    expect(read(day)).toBeNull();
});

it("no answer crashes or hangs what reads it, however long its lines are", () => {
  const random = chanceOf(43);
  const texts = Object.values(whoisAnswers);
  const parts = ["\n", ":", "\t", " ", "%", "\u0000", "ä", "https://", "2026-", "31 Jan", "::::", "\r"];
  for (let round = 0; round < 4000; round += 1) {
    const text = texts[random.below(texts.length)] ?? "";
    const at = random.below(text.length);
    const part = (parts[random.below(parts.length)] ?? "").repeat(1 + random.below(50));
    const broken = text.slice(0, at) + part + text.slice(at + random.below(30));
    const found = parseWhois(broken, "amsel.at");
    expect(found === undefined || found.state === "registered").toBe(true);
    withoutPeople(broken);
  }
  for (const part of [" ", "\t", ":", "a", "a: ", "2026-01-", "Aa", "http", "\n ", " ( http"]) {
    const long = `domain: amsel.at\nstatus: ${part.repeat(60_000 / part.length)}`;
    expect(parseWhois(long, "amsel.at")).toMatchObject({ state: "registered" });
    withoutPeople(long);
  }
});
