import { useState } from "react";
import { domains } from "../../../contract/domains/domains.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { Button } from "../../ui/button.tsx";
import { isDecisionDue, renewalSentence } from "./renewal-sentence.ts";

type Decision = Exclude<keyof typeof domains.fields.renewDecision.options, "open">;

const decisions: { decision: Decision; label: string; variant: "on-tint" | "ink" }[] = [
  { decision: "handOver", label: "Abgeben an Kunde", variant: "on-tint" },
  { decision: "cancel", label: "Kündigen", variant: "on-tint" },
  { decision: "keep", label: "Behalten", variant: "ink" },
];

/** Asks whether a domain that renews soon is kept; nothing where that is decided or far away. */
export function DecisionBar({ record }: { record: RecordRow }) {
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [refusal, setRefusal] = useState<string>();
  const [chosen, setChosen] = useState<Decision>();
  const update = useMutate(trpc.domain.update.mutationOptions(), {
    refreshes: ["domain", "change", "dashboard"],
    success: "Gespeichert.",
    onRefused: (error) => {
      const problem = problemOf(error);
      setRefusal(problem?.conflict && problem.message);
      return problem?.conflict !== undefined;
    },
  });
  const values = valuesOf(domains, record);
  const today = portalToday();
  if (record.archivedAt || !isDecisionDue(values, today)) return null;
  const decide = (renewDecision: Decision) => {
    setRefusal(undefined);
    setChosen(renewDecision);
    update.mutate({ params: { id: record.id }, body: { renewDecision }, version: record.version });
  };
  const reload = async () => {
    await invalidate(["domain", "change"]);
    setRefusal(undefined);
  };
  return (
    <section
      aria-label="Entscheidung offen"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-10 bg-warn-soft py-3.5 pl-[18px] pr-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">Entscheidung offen: Behalten oder kündigen?</p>
        <p className="text-ui text-text-2">{renewalSentence(values, today)}</p>
        {refusal && (
          <p role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-ui">
            {refusal}
            <Button size="sm" variant="on-tint" onClick={reload}>
              Neu laden
            </Button>
          </p>
        )}
      </div>
      {record.can.edit && (
        <div className="flex flex-wrap gap-2">
          {decisions.map(({ decision, label, variant }) => (
            <Button
              key={decision}
              variant={variant}
              disabled={update.isPending && chosen !== decision}
              loading={update.isPending && chosen === decision}
              onClick={() => decide(decision)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
