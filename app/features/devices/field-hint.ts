import { completeWarranty, type Warranty } from "../../../contract/devices/warranty.ts";
import type { FieldHint, HintedForm } from "../../records/record-mark.tsx";
import { formatDay } from "../../records/values/format-value.ts";

/** What the server will make of a warranty of which one side was typed, below the other one; nothing where they agree. */
export const deviceHint: FieldHint = (name, { values: typed, stored }) => {
  if (name !== "warrantyMonths" && name !== "warrantyUntil") return undefined;
  const given = warrantyOf(typed);
  const saved = completeWarranty(given, stored && warrantyOf(stored))[name];
  if (saved === null || saved === given[name]) return undefined;
  const said = typeof saved === "number" ? `${saved} Monate` : formatDay(saved);
  return given[name] === null ? `Ergibt ${said}.` : `Wird beim Speichern zu ${said}.`;
};

/** Only what can be calculated with: half-typed dates and numbers count as nothing. */
function warrantyOf({ purchasedAt, warrantyMonths, warrantyUntil }: HintedForm["values"]): Warranty {
  const dateOf = (text: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(text)) ? String(text) : null);
  const months = /^\s*\d{1,3}\s*$/.test(String(warrantyMonths)) ? Number(warrantyMonths) : null;
  return { purchasedAt: dateOf(purchasedAt), warrantyMonths: months || null, warrantyUntil: dateOf(warrantyUntil) };
}
