import { isIP } from "node:net";
import { describe, expect, test } from "vitest";
import { readIpAddress } from "../../../contract/values/ip-address.ts";
import { readUrl, readVaultLink } from "../../../contract/values/url.ts";

describe("a web address", () => {
  test.each([
    ["https://hotel.example", "https://hotel.example"],
    ["www.hotel.example/zimmer", "https://www.hotel.example/zimmer"],
    ["müller.example:8443", "https://xn--mller-kva.example:8443"],
    [" HTTPS://Hotel.Example/ ", "https://hotel.example"],
    ["http://hotel.example:80/", "http://hotel.example"],
    ["https://hotel.example:443/Zimmer", "https://hotel.example/Zimmer"],
    ["https://hotel.example:8443/", "https://hotel.example:8443"],
    ["https://hotel.example/#kontakt", "https://hotel.example"],
    ["https://hotel.example/zimmer/?a=1#oben", "https://hotel.example/zimmer/?a=1"],
    ["https://hotel.example/?", "https://hotel.example"],
    ["https://hotel.example/zimmer?", "https://hotel.example/zimmer"],
    ["https://hotel.example/?a=1", "https://hotel.example/?a=1"],
    ["https://hotel.example./", "https://hotel.example"],
    ["https://Müller.de/über", "https://xn--mller-kva.de/%C3%BCber"],
    ["https://☕.example", "https://xn--53h.example"],
    ["http://192.0.2.7:8080/", "http://192.0.2.7:8080"],
    ["https://[2001:DB8::1]:8443/", "https://[2001:db8::1]:8443"],
    ["https://hotel.example/a/../b", "https://hotel.example/b"],
  ])("%s is kept as %s", (text, value) => {
    expect(readUrl(text)).toEqual({ value });
    expect(readUrl(value)).toEqual({ value });
  });

  test.each([
    "",
    "hotel",
    "anna@hotel.example",
    "//hotel.example",
    "ftp://hotel.example",
    "javascript:alert(1)",
    "javascript://hotel.example/%0aalert(1)",
    "data:text/html,x",
    "https:hotel.example",
    "https://",
    "https:///",
    "https://hotel",
    "http://localhost:3000",
    "https://hotel_1.example",
    "https://-hotel.example",
    "https://hotel..example",
    "https://ho tel.example",
    "https://hotel.example/ein zimmer",
    "https://hotel.example:99999",
    "https://anna@hotel.example",
    "https://anna:geheim@hotel.example",
    "https://:geheim@hotel.example",
    "https://[::1%25eth0]/",
    "https://xn--a.example",
    `https://hotel.example/${"a".repeat(2048)}`,
  ])("%j is none", (text) => {
    expect(readUrl(text)).toEqual({ problem: "Bitte eine gültige Adresse mit http:// oder https:// eingeben." });
  });

  test("has at most 2048 characters", () => {
    const start = "https://hotel.example/";
    expect(readUrl(start + "a".repeat(2048 - start.length))).toHaveProperty("value");
    expect(readUrl(start + "a".repeat(2049 - start.length))).toHaveProperty("problem");
  });
});

describe("a link to a password manager", () => {
  test.each([
    "https://vault.hotel.example/#/vault?itemId=4711",
    "https://start.1password.com/open/i?a=A&v=V&i=I",
    "onepassword://view/abc",
    "op://Agentur/Hosting/login",
    "bitwarden://item/1",
    "keepassxc://entry/1",
  ])("%s is one", (text) => {
    expect(readVaultLink(text)).toEqual({ value: text });
  });

  test.each([
    "geheim123",
    "S3hr!Geheim",
    "password=geheim",
    "ROOT_PASSWORD=geheim",
    "Passwort: geheim",
    "https://hotel.example/?password=geheim",
    "https://hotel.example/?pwd=geheim",
    "https://anna:geheim@hotel.example",
    "https://anna@hotel.example",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIE",
    "ssh-ed25519 AAAA anna@web03",
    "javascript:alert(1)",
    "mailto:anna@hotel.example",
    "root:geheim",
    "https://hotel.example geheim",
    "",
  ])("%j could be a secret", (text) => {
    const problem = "Bitte keine Passwörter speichern, sondern den Link zum Passwortmanager.";
    expect(readVaultLink(text)).toEqual({ problem });
  });
});

describe("an IP address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    [" 203.0.113.255 ", "203.0.113.255"],
    ["0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255"],
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["2001:0db8::0001", "2001:db8::1"],
    ["2001:db8:0:0:0:0:2:1", "2001:db8::2:1"],
    ["2001:db8::0:1", "2001:db8::1"],
    ["::", "::"],
    ["::1", "::1"],
    ["1::", "1::"],
    ["::ffff:192.0.2.128", "::ffff:192.0.2.128"],
    ["::FFFF:c000:0280", "::ffff:192.0.2.128"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ])("%s is kept as %s", (text, value) => {
    expect(readIpAddress(text)).toEqual({ value });
    expect(isIP(value)).not.toBe(0);
  });

  test.each([
    "",
    "192.0.2",
    "192.0.2.",
    "192.0.2.256",
    "192.0.2.1.1",
    "192.0.2.01",
    "0300.0.2.1",
    "0xc0.0.2.1",
    "3221225985",
    "192.0.2.0/24",
    "192.0.2.1:80",
    "192.0.2.1 203.0.113.1",
    "2001:db8::/32",
    "fe80::1%eth0",
    "[2001:db8::1]",
    "2001:db8::1::2",
    "2001:db8:1:2:3:4:5:6:7",
    "2001:db8:g::1",
    "12345::1",
    ":",
    ":::",
    "::ffff:192.0.2.256",
    "hotel.example",
  ])("%j is none", (text) => {
    expect(readIpAddress(text)).toEqual({ problem: "Keine gültige IPv4- oder IPv6-Adresse." });
    expect(isIP(text.includes("%") ? "" : text)).toBe(0);
  });
});
