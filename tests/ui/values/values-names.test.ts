import { describe, expect, test } from "vitest";
import { readDomainName, registrableDomain, toUnicodeDomain } from "../../../contract/values/domain-name.ts";
import { readEmail } from "../../../contract/values/email.ts";
import { readHostname } from "../../../contract/values/hostname.ts";

const long = (label: string, count: number) => `${Array.from({ length: count }, () => label).join(".")}.example`;

describe("a host name", () => {
  test.each([
    ["Web03.Hotel.Example", "web03.hotel.example"],
    [" mail.hotel.example. ", "mail.hotel.example"],
    ["Müller.example", "xn--mller-kva.example"],
    ["mu\u0308ller.example", "xn--mller-kva.example"],
    ["XN--MLLER-KVA.example", "xn--mller-kva.example"],
    ["faß.de", "xn--fa-hia.de"],
    ["☕.example", "xn--53h.example"],
    ["bücher.рф", "xn--bcher-kva.xn--p1ai"],
    ["hotel。example", "hotel.example"],
    ["Ｈotel.example", "hotel.example"],
    ["r3---sn.hotel.example", "r3---sn.hotel.example"],
    ["1.hotel.example", "1.hotel.example"],
    [`${"a".repeat(63)}.example`, `${"a".repeat(63)}.example`],
    [long("a".repeat(60), 4), long("a".repeat(60), 4)],
  ])("%s is kept as %s", (text, value) => {
    expect(readHostname(text)).toEqual({ value });
  });

  test.each([
    "",
    "localhost",
    "hotel",
    "hotel..example",
    ".hotel.example",
    "hotel.example..",
    "-hotel.example",
    "hotel-.example",
    "_dmarc.hotel.example",
    "*.hotel.example",
    "ho tel.example",
    "hotel\t.example",
    "https://hotel.example",
    "hotel.example/zimmer",
    "hotel.example:443",
    "gast@hotel.example",
    "hotel%2eexample",
    "192.0.2.1",
    "0x7f.1",
    "1.2.3",
    "[2001:db8::1]",
    "2001:db8::1",
    "hotel.123",
    "xn--a.example",
    "xn--mller-kva-.example",
    "xn--Müller.example",
    `${"a".repeat(64)}.example`,
    long("a".repeat(62), 4),
  ])("%j is none", (text) => {
    expect(readHostname(text)).toEqual({ problem: "Kein gültiger Hostname." });
  });
});

describe("a domain", () => {
  test.each([
    ["hotel.example", "hotel.example"],
    ["Hotel-Lindenhof.DE", "hotel-lindenhof.de"],
    ["müller.de", "xn--mller-kva.de"],
    ["hotel.test", "hotel.test"],
    ["hotel.co.uk", "hotel.co.uk"],
    ["github.io", "github.io"],
    ["städte.example", "xn--stdte-hra.example"],
    ["☕.example", "xn--53h.example"],
    ["a.de", "a.de"],
  ])("%s is kept as %s", (text, value) => {
    expect(readDomainName(text)).toEqual({ value });
  });

  test.each([
    ["www.hotel.example", "hotel.example"],
    ["shop.müller.de", "müller.de"],
    ["www.hotel.co.uk", "hotel.co.uk"],
    ["agentur.github.io", "github.io"],
    ["https://www.hotel.example/zimmer?x=1", "hotel.example"],
  ])("%s asks whether %s is meant", (text, meant) => {
    const problem = `Bitte die Domain ohne Subdomain eingeben (gemeint: ${meant}?).`;
    expect(readDomainName(text)).toEqual({ problem });
  });

  test.each([
    ["co.uk", "Kein gültiger Domainname."],
    ["ab--cd.de", "Kein gültiger Domainname."],
    ["https://192.0.2.1/", "Kein gültiger Domainname."],
    ["https://", "Kein gültiger Domainname."],
    ["hotel", "Kein gültiger Hostname."],
    ["192.0.2.1", "Kein gültiger Hostname."],
    ["hotel .example", "Kein gültiger Hostname."],
  ])("%s is none", (text, problem) => {
    expect(readDomainName(text)).toEqual({ problem });
  });

  test.each([
    ["https://shop.Müller.de:8443/x", "xn--mller-kva.de"],
    ["www.hotel.co.uk", "hotel.co.uk"],
    ["https://192.0.2.1/", undefined],
    ["https://[2001:db8::1]/", undefined],
    ["http://localhost", undefined],
    ["co.uk", undefined],
    ["://", undefined],
  ])("of %s is %s", (text, domain) => {
    expect(registrableDomain(text)).toBe(domain);
  });
});

describe("A-labels", () => {
  test.each([
    ["hotel.example", "hotel.example"],
    ["xn--mller-kva.de", "müller.de"],
    ["shop.xn--bcher-kva.xn--p1ai", "shop.bücher.рф"],
    ["xn--fa-hia.de", "faß.de"],
    ["xn--53h.example", "☕.example"],
    ["xn--ls8h.example", "💩.example"],
    // Samples of RFC 3492, 7.1.
    ["xn--ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"],
    ["xn--egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"],
    ["xn--d9juau41awczczp", "そのスピードで"],
  ])("%s read %s", (ace, unicode) => {
    expect(toUnicodeDomain(ace)).toBe(unicode);
  });

  test.each(["xn--", "xn--!.de", "xn--99999999.de", `xn--${"z".repeat(400)}.de`, "xn--mller-kvä.de"])(
    "%s stay as they are where they mean nothing",
    (ace) => {
      expect(() => toUnicodeDomain(ace)).not.toThrow();
    },
  );

  test("are what the URL parser makes of what they read", () => {
    for (const name of ["über-uns.example", "größe.example", "δοκιμή.example", "例え.example", "œuvre-ñandú.example"]) {
      const { hostname } = new URL(`http://${name}`);
      expect(hostname).toMatch(/^xn--/);
      expect(toUnicodeDomain(hostname)).toBe(name);
    }
  });
});

describe("a mail address", () => {
  test.each([
    ["Info@Hotel.Example", "info@hotel.example"],
    [" post@müller.de ", "post@xn--mller-kva.de"],
    ["o'brien+rechnung@mail.hotel.example", "o'brien+rechnung@mail.hotel.example"],
    [`${"a".repeat(240)}@hotel.example`, `${"a".repeat(240)}@hotel.example`],
  ])("%s is kept as %s", (text, value) => {
    expect(readEmail(text)).toEqual({ value });
  });

  test.each([
    "",
    "info",
    "info@",
    "@hotel.example",
    "info@hotel",
    "info@@hotel.example",
    "info@hotel..example",
    "info@-hotel.example",
    "info@192.0.2.1",
    "in fo@hotel.example",
    "jürgen@hotel.example",
    "Jana <jana@hotel.example>",
    "mailto:info@hotel.example",
    "a@hotel.example, b@hotel.example",
    `${"a".repeat(241)}@hotel.example`,
  ])("%j is none", (text) => {
    expect(readEmail(text)).toEqual({ problem: "Keine gültige E-Mail-Adresse." });
  });
});
