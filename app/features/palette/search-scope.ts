import type { FoundType } from "../../../contract/search/search.ts";

/** What narrows the search down to one kind, typed before a colon. */
export const searchPrefixes = [
  { letter: "w", name: "Websites", types: ["website"] },
  { letter: "d", name: "Domains", types: ["domain"] },
  { letter: "h", name: "Hoster", types: ["host"] },
  { letter: "k", name: "Kunden", types: ["customer", "contact", "contract"] },
  { letter: "v", name: "Verträge", types: ["contract"] },
  { letter: "g", name: "Geräte", types: ["device"] },
  { letter: "f", name: "Feedback", types: ["feedback"] },
  { letter: "s", name: "Störungen", types: ["incident"] },
  { letter: "wiki", name: "Wiki", types: ["page"] },
] as const satisfies readonly { letter: string; name: string; types: readonly FoundType[] }[];

export type SearchPrefix = (typeof searchPrefixes)[number];

/** What is searched for, and among what. */
export interface SearchScope {
  text: string;
  prefix: SearchPrefix | undefined;
}

/** Reads what was typed: „k: amsel“ means „amsel“ among the customers. */
export function readScope(typed: string): SearchScope {
  const match = /^\s*([a-z]+):(?!\/)(.*)$/is.exec(typed);
  const prefix = match && searchPrefixes.find(({ letter }) => letter === match[1]?.toLowerCase());
  return prefix ? { prefix, text: (match[2] ?? "").trim() } : { prefix: undefined, text: typed.trim() };
}
