import { incidentSeverities, incidentStates, openStates } from "../../../contract/incidents/incidents.ts";
import { isKeyOf, isOneOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { formatDateTime } from "../../lib/format.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { Status, type StatusState } from "../../ui/status/status.tsx";
import { Tag } from "../../ui/status/tag.tsx";

const looks = { open: "offline", claimed: "degraded", resolved: "online", closed: "online" } as const satisfies Record<
  keyof typeof incidentStates,
  StatusState
>;

/** How an incident stands, by shape, colour and word; what is known and goes on is not shown as well again. */
export function StateValue({ record: { values } }: OwnValueProps) {
  const { state, endReason } = values;
  if (!isKeyOf(incidentStates, state)) return null;
  return <Status state={endReason === "known" ? "unknown" : looks[state]}>{incidentStates[state]}</Status>;
}

const tones = { critical: "bad", warning: "warn", info: "neutral" } as const;

/** How much is at stake; once an incident is over it is a word like any other. */
export function SeverityValue({ record: { values } }: OwnValueProps) {
  const { severity, state } = values;
  if (!isKeyOf(incidentSeverities, severity)) return null;
  const word = incidentSeverities[severity];
  return isOneOf(openStates, state) ? <Tag tone={tones[severity]}>{word}</Tag> : <span>{word}</span>;
}

/** When it began, on a card on a phone. */
export function StartedAt({ record }: { record: RecordRow }) {
  const { startedAt } = record.values;
  return typeof startedAt === "string" ? formatDateTime(new Date(startedAt)) : null;
}
