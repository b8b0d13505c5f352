import { describe, expect, it } from "vitest";
import { readHtml } from "../../../server/lookups/imprint/read-html.ts";
import { readImprint } from "../../../server/lookups/imprint/read-imprint.ts";
import { chanceOf } from "../../support/chance.ts";
import { imprintShapes } from "../../support/discoveries/imprints.ts";

/** What reading a page asks of patterns: how often one begins, and how many characters lie before it. */
interface Steps {
  patterns: number;
  characters: number;
}

/** Counts instead of taking the time, so that a slow machine says the same as a fast one. */
function stepsOf(html: string): Steps {
  const steps: Steps = { patterns: 0, characters: 0 };
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function counted(this: RegExp, text: string) {
    steps.patterns += 1;
    steps.characters += String(text).length - this.lastIndex;
    return exec.call(this, text);
  };
  try {
    readImprint(readHtml(html), "https://zufall.example/");
  } finally {
    RegExp.prototype.exec = exec;
  }
  return steps;
}

const factor = 8;

/** A page eight times as long may take twice as much as that; were the work to grow with the square, it would take 64 times as much. */
function expectLinear(pageOf: (size: number) => string, size: number): void {
  const [once, grown] = [stepsOf(pageOf(size)), stepsOf(pageOf(factor * size))];
  expect(grown.patterns).toBeLessThanOrEqual(2 * factor * once.patterns + 100);
  expect(grown.characters).toBeLessThanOrEqual(2 * factor * once.characters + 10_000);
}

describe("the work of reading an Impressum grows with the page and not faster", () => {
  it.each([
    "Tel: 0 ",
    "a (at) ",
    "Amtsgericht A",
    "D-55411 Bingen",
    "GmbH & Co. ",
    "DE 1 ",
    "Straße 1 - ",
    "[at][dot]",
    "Impressum",
    "Angaben gemäß § 5 DDG",
    "Webdesign:",
    "Musterweg 1",
    "55411 Bingen am Rhein",
    "Geschäftsführer",
    "Telefon",
    "Muster GmbH",
    "vertreten durch ",
    "info@amsel.example",
    "HRB 1234",
    "a.b.c.d.e",
  ])("of lines of nothing but %j", (line) => {
    expectLinear((size) => `<p>${line.repeat(10)}</p>`.repeat(size), 100);
    expectLinear((size) => `<p>${line}</p>`.repeat(size), 100);
  });

  it.each([
    "<div>",
    "<p><a href=x>",
    "<script type=application/ld+json>{",
    "</p>",
    "<!--",
    "&#x41;",
    "&amp",
    '<a href="mailto:',
    "<template>",
    "<svg><svg>",
    "<li>Tel.: ",
    " ",
    "\u00a0\u00a0",
    "<",
  ])("of nothing but %j", (part) => {
    expectLinear((size) => part.repeat(size), 2_000);
  });

  it("of pages that by chance look like one", () => {
    const { below } = chanceOf(20261126);
    const parts = imprintShapes.flatMap(({ html }) => html.split(/(?=<)/));
    for (let round = 0; round < 25; round += 1) {
      const piece = Array.from({ length: 40 }, () => parts[below(parts.length)]).join("");
      expectLinear((size) => piece.repeat(size), 4);
    }
  });
});
