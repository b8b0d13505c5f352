import { domainToASCII, domainToUnicode } from "node:url";
import { type LookalikeKind, lookalikeKinds } from "../../../contract/lookalikes/lookalikes.ts";
import { entriesOf } from "../../../contract/narrowing.ts";

/** For one domain in one round. */
export const maxVariants = 150;

const endings = ["de", "com", "net", "org", "eu", "at", "ch", "info", "shop", "online", "app", "co"];

/** The keys beside each on a German keyboard. */
const neighbours: Readonly<Record<string, string>> = {
  q: "wa",
  w: "qes",
  e: "wrd",
  r: "etf",
  t: "rzg",
  z: "tuh",
  u: "zij",
  i: "uok",
  o: "ipl",
  p: "oü",
  a: "qsy",
  s: "awdx",
  d: "sefc",
  f: "drgv",
  g: "fthb",
  h: "gzjn",
  j: "hukm",
  k: "jil",
  l: "koö",
  y: "asx",
  x: "ysdc",
  c: "xdfv",
  v: "cfgb",
  b: "vghn",
  n: "bhjm",
  m: "njk",
};

/** What looks alike, in Latin and beside it. */
const homoglyphs: readonly (readonly [string, string])[] = [
  ...([
    ["o", "0"],
    ["0", "o"],
    ["l", "1"],
    ["1", "l"],
    ["i", "1"],
    ["i", "l"],
    ["l", "i"],
    ["rn", "m"],
    ["m", "rn"],
    ["vv", "w"],
    ["w", "vv"],
    ["ae", "ä"],
    ["oe", "ö"],
    ["ue", "ü"],
    ["ä", "ae"],
    ["ö", "oe"],
    ["ü", "ue"],
    ["ss", "ß"],
  ] as const),
  ...([
    ["a", "а"],
    ["e", "е"],
    ["o", "о"],
    ["p", "р"],
    ["c", "с"],
    ["i", "í"],
    ["e", "é"],
    ["a", "á"],
  ] as const),
];

export interface Variant {
  nameAce: string;
  kind: LookalikeKind;
}

/** Names that could be mistaken for a domain: some of each kind, at most 150. */
export function variantsOf(nameAce: string): Variant[] {
  const dot = nameAce.indexOf(".");
  const [label, suffix] = [domainToUnicode(nameAce.slice(0, dot)), nameAce.slice(dot + 1)];
  const letters = [...label];
  const at = (index: number, replacement: string) =>
    [...letters.slice(0, index), replacement, ...letters.slice(index + 1)].join("");
  const labels: Record<Exclude<LookalikeKind, "ending">, string[]> = {
    omission: letters.map((_, index) => at(index, "")),
    swap: letters.slice(1).map((_, index) => {
      const swapped = [...letters];
      [swapped[index], swapped[index + 1]] = [letters[index + 1] ?? "", letters[index] ?? ""];
      return swapped.join("");
    }),
    double: letters.map((letter, index) => at(index, letter + letter)),
    neighbour: letters.flatMap((letter, index) => [...(neighbours[letter] ?? "")].map((other) => at(index, other))),
    homoglyph: homoglyphs.flatMap(([one, other]) => replacementsIn(label, one, other)),
    hyphen: label.includes("-")
      ? [label.replaceAll("-", "")]
      : letters.slice(2, -1).map((_, index) => `${label.slice(0, index + 2)}-${label.slice(index + 2)}`),
  };
  const queues = entriesOf(lookalikeKinds).map(([kind]) => {
    const names =
      kind === "ending"
        ? endings.filter((ending) => ending !== suffix).map((ending) => `${nameAce.slice(0, dot)}.${ending}`)
        : labels[kind].map((variant) => `${variant}.${suffix}`);
    return names.map((name): Variant => ({ nameAce: domainToASCII(name), kind }));
  });
  return mixed(queues, nameAce);
}

/** One of each kind in turn, so that a long name leaves room for all of them. */
function mixed(queues: readonly Variant[][], own: string): Variant[] {
  const found = new Map<string, Variant>();
  const longest = Math.max(...queues.map(({ length }) => length));
  for (let round = 0; round < longest; round += 1)
    for (const queue of queues) {
      const variant = queue[round];
      if (!variant || variant.nameAce === own || found.has(variant.nameAce) || !isName(variant.nameAce)) continue;
      if (found.size < maxVariants) found.set(variant.nameAce, variant);
    }
  return [...found.values()];
}

function replacementsIn(label: string, one: string, other: string): string[] {
  const found: string[] = [];
  for (let start = label.indexOf(one); start >= 0; start = label.indexOf(one, start + 1))
    found.push(label.slice(0, start) + other + label.slice(start + one.length));
  return found;
}

const isName = (name: string) => /^(?!-)[a-z0-9-]{2,63}(?<!-)(?:\.[a-z0-9-]{1,63})+$/.test(name);
