import { declarationOf } from "../records/declarations.ts";
import type { HandedType, OffboardingEntry } from "./offboarding.ts";

/** „3 Websites, 1 Kunde“ of things by their type. */
export function countByType(things: readonly Pick<NonNullable<OffboardingEntry["things"]>[number], "type">[]): string {
  return [...Map.groupBy(things, ({ type }) => type)]
    .map(([type, { length }]) => {
      const { one, many } = handedLabels(type);
      return `${length} ${length === 1 ? one : many}`;
    })
    .join(", ");
}

/** What things of a type are called. */
export const handedLabels = (type: HandedType): { one: string; many: string } =>
  type === "task" ? { one: "Aufgabe", many: "Aufgaben" } : declarationOf(type).labels;

/** What was done, as the handover report has it. */
export function describeEntry({
  step,
  things = [],
  to,
  tokens = [],
  feeds = [],
  sessions = 0,
  left = 0,
}: OffboardingEntry): string {
  switch (step) {
    case "devices":
      return `Zurückgenommen: ${countByType(things)}`;
    case "responsibilities":
      return `An ${to?.label ?? "jemanden"} übergeben: ${countByType(things)}`;
    case "access": {
      const revoked = tokens.length > 0 ? [`API-Token widerrufen: ${tokens.join(", ")}`] : [];
      const closed = feeds.length > 0 ? [`Kalender-Feeds beendet: ${feeds.join(", ")}`] : [];
      const ended = sessions > 0 ? [`${sessions} ${sessions === 1 ? "Sitzung" : "Sitzungen"} beendet`] : [];
      return [...revoked, ...closed, ...ended].join("; ");
    }
    case "account":
      return left > 0 ? `Austritt abgeschlossen. Noch nicht übergeben: ${left}` : "Austritt abgeschlossen";
  }
}
