import { describe, expect, it } from "vitest";
import { readSearch } from "../../../server/search/search-terms.ts";
import { snippetOf } from "../../../server/search/snippets.ts";

const filler = "Heute ist hier nichts zu tun. ".repeat(2000);
const textOf = (text: string, typed: string) => snippetOf(text, readSearch(typed));
const marked = (text: string, typed: string) =>
  textOf(text, typed).flatMap(({ text: part, isMatch }) => (isMatch ? [part] : []));

describe("a snippet of a long text", () => {
  it.each([0, 1, 3980, 3995, 4000, 4299, 4301, 7999, 12_345, 50_000])("shows what stands at %i", (at) => {
    const text = `${filler.slice(0, at)} Wärme-Pumpe ${filler.slice(at, 55_000)}`;
    expect(marked(text, "wärmepumpe wärme")).toEqual(["Wärme"]);
    expect(marked(text, "wärme.pumpe")).toEqual(["Wärme-Pumpe"]);
    const whole = textOf(text, "pumpe")
      .map((part) => part.text)
      .join("");
    expect(whole).toContain("Wärme-Pumpe");
    expect(whole.length).toBeLessThan(260);
  });

  it("begins a short word nowhere but where one begins", () => {
    expect(marked(`${filler.slice(0, 3999)}xab ${filler}`, "ab")).toEqual([]);
    expect(marked(`${filler.slice(0, 3999)} ab ${filler}`, "ab")).toEqual(["ab"]);
  });

  it("is found where no word ends", () => {
    const text = `${"部署手順".repeat(20_000)}終了${"部署手順".repeat(5000)}`;
    expect(marked(text, "手順終了")).toEqual(["手順終了"]);
  });

  it("shows the first of several places, and marks those beside it", () => {
    const text = `${filler.slice(0, 9000)} Anker, noch ein Anker ${filler.slice(0, 9000)} Anker`;
    expect(marked(text, "anker")).toEqual(["Anker", "Anker"]);
  });

  it("is the beginning where nothing is found", () => {
    expect(textOf(filler, "anker")[0]?.text.startsWith("Heute ist hier")).toBe(true);
  });
});
