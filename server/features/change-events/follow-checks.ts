import type { CheckEvent } from "../../../contract/checks/events.ts";
import { fieldsIn } from "../../../contract/narrowing.ts";
import type { Tx } from "../../db/transact.ts";
import { type NewChangeEvent, recordChangeEvents } from "./record.ts";

/** Keeps what the checker noticed besides up and down: another certificate, title, size or banner. */
export async function followNoticedChanges(tx: Tx, events: readonly CheckEvent[]): Promise<void> {
  const noticed = events.flatMap((event) => changesIn(event));
  if (noticed.length > 0) await recordChangeEvents(tx, noticed);
}

function changesIn({ kind, at, targetType: type, targetId: id, data }: CheckEvent): NewChangeEvent[] {
  const common = { target: { type, id }, at } as const;
  if (kind === "titleChanged" || kind === "bannerChanged") {
    const named = kind === "titleChanged" ? "title" : "banner";
    return [{ ...common, source: "website", kind: named, before: textOf(data.before), after: textOf(data.after) }];
  }
  if (kind === "sizeChanged")
    return [{ ...common, source: "website", kind: "size", before: sizeOf(data.before), after: sizeOf(data.after) }];
  if (kind !== "certificateChanged") return [];
  const [before, after] = [fieldsIn(data.before), fieldsIn(data.after)];
  const source = "certificate" as const;
  const renewed = { ...common, source, kind: "certificate" as const, before: validTo(before), after: validTo(after) };
  if (before.issuer === after.issuer)
    return isOtherKey(before, after) ? [renewed, { ...renewed, kind: "key" }] : [renewed];
  return [renewed, { ...common, source, kind: "issuer", before: textOf(before.issuer), after: textOf(after.issuer) }];
}

const textOf = (value: unknown): string[] | null => (typeof value === "string" && value !== "" ? [value] : null);

const kilobytes = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 0 });
const sizeOf = (value: unknown): string[] | null =>
  typeof value === "number" ? [`${kilobytes.format(value / 1024)} kB`] : null;

/** Most renewals come with a key of their own; another key without a longer life is none of them. */
function isOtherKey(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return before.keyFingerprint !== after.keyFingerprint && String(after.validTo) <= String(before.validTo);
}

function validTo({ validTo: until }: { validTo?: unknown }): string[] | null {
  return typeof until === "string" ? [`gültig bis ${until.slice(0, 10)}`] : null;
}
