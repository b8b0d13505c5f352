import { describe, expect, test } from "vitest";
import { formatPhone, readPhone } from "../../../contract/values/phone.ts";
import { countryName, readCountry, readZip } from "../../../contract/values/postal-address.ts";
import { readVatId } from "../../../contract/values/vat-id.ts";

describe("a telephone number", () => {
  test.each([
    ["030 123456", "+4930123456"],
    ["(030) 123456", "+4930123456"],
    ["030/12 34-56", "+4930123456"],
    ["030 123456-12", "+493012345612"],
    ["+49 (0)30 123456", "+4930123456"],
    ["+49 (0) 30 123456", "+4930123456"],
    ["0049 30 123456", "+4930123456"],
    ["tel:+4930123456", "+4930123456"],
    ["0151 23456789", "+4915123456789"],
    ["+43 1 58858", "+43158858"],
    ["+41 44 668 18 00", "+41446681800"],
    ["+1 212 555 0100", "+12125550100"],
    ["\u00a0+49\u00a030\u00a0123456", "+4930123456"],
  ])("%s is kept as %s", (text, value) => {
    expect(readPhone(text)).toEqual({ value });
  });

  test.each(["", "123456", "110", "+49", "+999 123456", "abc", "030", "Tel. 030 123456", "030 123456789012345678"])(
    "%j needs its area code",
    (text) => {
      expect(readPhone(text)).toEqual({ problem: "Bitte mit Vorwahl angeben, z. B. +49 30 123456." });
    },
  );

  test("keeps no extension back silently", () => {
    expect(readPhone("030 123456 ext. 12")).toEqual({
      problem: "Bitte die Durchwahl anhängen, z. B. +49 30 123456-12.",
    });
  });

  test("is shown in groups and read back the same", () => {
    expect(formatPhone("+4930123456")).toBe("+49 30 123456");
    expect(readPhone(formatPhone("+4930123456"))).toEqual({ value: "+4930123456" });
    expect(formatPhone("intern 12")).toBe("intern 12");
  });
});

describe("a VAT number", () => {
  test.each([
    ["DE136695976", "DE136695976"],
    ["de 136 695 976", "DE136695976"],
    ["DE-136.695.976", "DE136695976"],
    ["ATU12345678", "ATU12345678"],
    ["CHE-123.456.789 MWST", "CHE123456789MWST"],
    ["NL123456789B01", "NL123456789B01"],
    ["FRXX123456789", "FRXX123456789"],
    ["ESX1234567R", "ESX1234567R"],
    ["IE1234567FA", "IE1234567FA"],
    ["EL123456789", "EL123456789"],
    ["GB123456789", "GB123456789"],
    ["XI123456789", "XI123456789"],
    ["SE123456789012", "SE123456789012"],
  ])("%s is kept as %s", (text, value) => {
    expect(readVatId(text)).toEqual({ value });
  });

  test.each([
    "",
    "DE",
    "136695976",
    "DE136695975",
    "DE136695967",
    "DE13669597",
    "DE1366959760",
    "DEU36695976",
    "AT12345678",
    "NL123456789C01",
    "US123456789",
    "27/123/45678",
    "HRB 12345",
  ])("%j has no valid form", (text) => {
    expect(readVatId(text)).toEqual({ problem: "USt-IdNr. hat kein gültiges Format." });
  });

  test("of Germany has exactly one right check digit", () => {
    for (const stem of ["DE12345678", "DE99999999", "DE10000000", "DE81156986"]) {
      const right = Array.from({ length: 10 }, (_, digit) => readVatId(`${stem}${digit}`)).filter((r) => "value" in r);
      expect(right, stem).toHaveLength(1);
    }
  });
});

describe("a country", () => {
  test.each([
    ["DE", "DE"],
    ["at", "AT"],
    ["Deutschland", "DE"],
    ["ÖSTERREICH", "AT"],
    ["Osterreich", "AT"],
    ["Schweiz", "CH"],
    ["Frankreich", "FR"],
    ["Russland", "RU"],
    ["Serbien", "RS"],
    ["Vereinigtes Königreich", "GB"],
    ["UK", "GB"],
    ["Germany", "DE"],
    ["Austria", "AT"],
    ["USA", "US"],
    ["D", "DE"],
    [" Türkei ", "TR"],
    ["Hongkong", "HK"],
    ["Falklandinseln (Malwinen)", "FK"],
    ["Palästina", "PS"],
  ])("%s is kept as %s", (text, value) => {
    expect(readCountry(text)).toEqual({ value });
  });

  test.each(["", "XX", "EU", "DD", "FX", "ZZ", "Atlantis", "DEU1", "constructor"])("%j is none", (text) => {
    expect(readCountry(text)).toEqual({ problem: "Bitte ein Land angeben, z. B. DE oder Österreich." });
  });

  test("has a German name that is read back as the same country", () => {
    for (let first = 65; first <= 90; first += 1)
      for (let second = 65; second <= 90; second += 1) {
        const code = String.fromCharCode(first, second);
        const name = countryName(code);
        if (name) expect(readCountry(name), name).toEqual({ value: code });
      }
    expect(countryName("AT")).toBe("Österreich");
    expect(countryName("UK")).toBeUndefined();
  });
});

describe("a postcode", () => {
  test.each([
    ["10115", undefined],
    ["01067", "DE"],
    ["1010", "AT"],
    ["8001", "CH"],
    ["9490", "LI"],
    ["sw1a 1aa", "GB"],
    ["1012 AB", "NL"],
    ["75001", "FR"],
  ])("%s fits %s", (text, country) => {
    expect(readZip(text, country)).toEqual({ value: text.toUpperCase() });
  });

  test.each([
    ["1010", undefined],
    ["1010", "DE"],
    ["101155", "DE"],
    ["D-10115", "DE"],
    ["10115", "AT"],
    ["80010", "CH"],
    ["10115!", "FR"],
    ["", "FR"],
  ])("%j does not fit %s", (text, country) => {
    expect(readZip(text, country)).toEqual({ problem: "PLZ passt nicht zum Land." });
  });
});
