import type { Availability } from "../../../contract/checks/availability.ts";
import { phases } from "../../../contract/checks/kinds.ts";
import { checkStatuses } from "../../../contract/checks/status.ts";
import { keysOf } from "../../../contract/narrowing.ts";

const states = keysOf(checkStatuses);

/** Every point as a row, for German spreadsheets: semicolons, decimal commas, times in ISO 8601. */
export function availabilityCsv({ points }: Availability): string {
  const head = [
    "Zeitpunkt",
    ...states.map((state) => `${checkStatuses[state]} (s)`),
    ...phases.map(phaseHead),
    "P95 (ms)",
  ];
  const rows = points.map(({ at, seconds, phases: measured, p95 }) => [
    at.toISOString(),
    ...states.map((state) => figure(seconds[state] ?? 0)),
    ...phases.map((phase) => figure(measured[phase])),
    figure(p95),
  ]);
  return `\ufeff${[head, ...rows].map((row) => row.join(";")).join("\r\n")}\r\n`;
}

const phaseHead = (phase: string) => `${phase === "total" ? "Gesamt" : phase.toUpperCase()} (ms)`;

const figure = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : String(Math.round(value * 10) / 10).replace(".", ",");
