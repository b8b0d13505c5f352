/** The same choices every time: a small seeded generator (mulberry32), for sample and bench data only. */
export interface Chance {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
}

/** Starts a sequence of choices; equal seeds give equal sequences. */
export function openChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: (items) => items[int(0, items.length - 1)] as (typeof items)[number],
    percent: (share) => next() * 100 < share,
  };
}

/** „Bäckerei Lorenz“ as part of a reserved domain name: `baeckerei-lorenz`. */
export function toSlug(name: string): string {
  const spelled: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", ı: "i" };
  return name
    .toLowerCase()
    .replace(/[äöüßı]/g, (letter) => spelled[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/\b(gmbh|ag|kg|ohg|e\. ?v\.|mbh)\b\.?/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
