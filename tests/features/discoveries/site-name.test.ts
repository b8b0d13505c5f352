import { describe, expect, it } from "vitest";
import { proposeSiteName } from "../../../server/features/discoveries/site-name.ts";

describe("the name of a site that is found", () => {
  it.each([
    ["Startseite – Tischlerei Specht", "https://tischlerei-specht.example", "Tischlerei Specht"],
    ["Möbel nach Maß | Tischlerei Specht", "https://www.tischlerei-specht.example", "Tischlerei Specht"],
    ["Tischlerei Specht: Möbel nach Maß", "https://tischlerei-specht.example", "Tischlerei Specht"],
    ["Brot & Kuchen » Bäckerei Böhm", "https://baeckerei-boehm.example", "Bäckerei Böhm"],
    ["Herzlich willkommen bei der Bäckerei Böhm", "https://boehm-brot.example", "Bäckerei Böhm"],
    ["Weingut  Amsel\n- Home", "https://amsel.example", "Weingut Amsel"],
    ["Shop | Amsel-Wein", "https://shop.amsel.example", "Amsel-Wein"],
    ["Praxis Dr. Lerche", "https://zahnarzt-kiel.example", "Praxis Dr. Lerche"],
    ["Zahnarzt Kiel | Praxis Dr. Lerche", "https://praxis-lerche.example", "Praxis Dr. Lerche"],
  ])("of „%s“ under %s is „%s“", (title, url, name) => {
    expect(proposeSiteName(title, url)).toBe(name);
  });

  it.each([
    ["", "https://www.amsel.example/laden", "amsel.example"],
    ["Startseite", "https://amsel.example", "amsel.example"],
    ["Home | Willkommen!", "https://xn--mller-kva.example", "müller.example"],
    ["Anmelden", "https://portal.amsel.example", "portal.amsel.example"],
    ["– | –", "https://amsel.example", "amsel.example"],
    [`Wir sind ${"immer ".repeat(20)}da`, "https://amsel.example", "amsel.example"],
  ])("is the host name where „%s“ says nothing", (title, url, name) => {
    expect(proposeSiteName(title, url)).toBe(name);
  });

  it.each([" - ", " |", ": ", "Willkommen bei der ", "\u0000 "])("of nothing but %j is read at once", (part) => {
    const name = proposeSiteName(part.repeat(40_000), "https://amsel.example");
    expect(name.length).toBeLessThanOrEqual(120);
  });
});
