/**
 * Where the date of a term comes from, the most reliable first. A registry tells until when a name is registered, and not
 * when the contract about it renews: whoever knows the contract counts before it.
 */
export const termSources = ["registrar", "contract", "import", "registry", "manual", "computed"] as const;
export type TermSource = (typeof termSources)[number];

export const termSourceLabels: Readonly<Record<TermSource, string>> = {
  registry: "von der Registry",
  registrar: "vom Registrar",
  contract: "aus dem Vertrag",
  import: "aus einem Import",
  manual: "von Hand eingetragen",
  computed: "errechnet",
};

export const certaintyLabels = { certain: "sicher", estimated: "geschätzt" } as const;
export type Certainty = keyof typeof certaintyLabels;

/** Whether a date from one source may take the place of one from another for the same period. */
export function mayReplace(source: TermSource, known: TermSource): boolean {
  return termSources.indexOf(source) <= termSources.indexOf(known);
}
