export const leadsHint = "Tage vorher, mit Komma getrennt, z. B. 14, 7, 1. Leer: wie in den Einstellungen.";

/** „14, 7, 1“ */
export const leadsText = (leadDays: readonly number[] | null | undefined): string => leadDays?.join(", ") ?? "";

/** What somebody has typed; what is no number is sent so that it is refused, and nothing means as the settings have it. */
export function leadsOf(text: string): number[] | null {
  const leads = text.split(/[\s,;]+/).filter(Boolean);
  return leads.length > 0 ? leads.map(Number) : null;
}
