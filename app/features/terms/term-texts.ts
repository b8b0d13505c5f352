import { certaintyLabels, termSourceLabels } from "../../../contract/terms/sources.ts";
import { type TermDecision, termDecisions } from "../../../contract/terms/term.ts";
import { type TermType, termFieldsOf } from "../../../contract/terms/term-types.ts";
import type { TimelinePeriod } from "../../../contract/terms/timeline.ts";
import { formatDay } from "../../records/values/format-value.ts";
import type { TagProps } from "../../ui/status/tag.tsx";

interface State {
  text: string;
  tone: NonNullable<TagProps["tone"]>;
}

/** How a period stands, in a word or two: „verlängert ohne Entscheidung“, „Gekündigt zum 31.12.2026“. */
export function stateOf({ outcome, decision, effectiveOn, phase, to }: TimelinePeriod): State {
  if (outcome === "ended") return { text: `beendet am ${formatDay(effectiveOn ?? to)}`, tone: "neutral" };
  if (decision === "cancel") return { text: `Gekündigt zum ${formatDay(effectiveOn ?? to)}`, tone: "warn" };
  if (decision === "handOver") return { text: `Abgabe zum ${formatDay(effectiveOn ?? to)}`, tone: "warn" };
  if (outcome === "renewed") {
    if (decision === "open") return { text: "verlängert ohne Entscheidung", tone: "warn" };
    return { text: decision === "keep" ? "behalten, verlängert" : "verlängert", tone: "neutral" };
  }
  if (decision === "keep") return { text: "wird behalten", tone: "ok" };
  return { text: phase === "next" ? "folgt" : "Entscheidung offen", tone: "out" };
}

/** „kündbar bis 31.10.2027 (Sonntag), also bis 29.10.2027 · sicher, aus dem Vertrag“ */
export function detailsOf(period: TimelinePeriod): string[] {
  const { cancelBy, cancelByWorkday, outcome, certainty, source, decidedAt, decidedBy, decidedByName, reason } = period;
  const isAsked = outcome === "open" && cancelBy !== null;
  const by = decidedBy?.label ?? decidedByName;
  return [
    isAsked &&
      `kündbar bis ${formatDay(cancelBy)}${cancelByWorkday ? `, letzter Arbeitstag ${formatDay(cancelByWorkday)}` : ""}`,
    `${certaintyLabels[certainty]}, ${termSourceLabels[source]}`,
    decidedAt && by && `entschieden von ${by}`,
    reason && `„${reason}“`,
  ].filter((detail): detail is string => Boolean(detail));
}

/** What can be decided about the term of a type, in its own words: a leased device is given back instead of cancelled. */
export function decisionsOf(type: TermType): { decision: TermDecision; label: string }[] {
  const { decisions } = termFieldsOf(type);
  return termDecisions.flatMap((decision) => {
    const label = decisions[decision];
    return label && decision !== "open" ? [{ decision, label }] : [];
  });
}
