import { domains } from "../../../contract/domains.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { addDays, dateInBerlin } from "../../../contract/values/today.ts";
import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../records/value-text.ts";

const leadDays = 60;

/** Asks what becomes of a domain while its date comes near and nobody has decided. */
export function DecisionBar({ record }: { record: RecordRow }) {
  const { renewDecision, renewsAt, cancelBy } = valuesOf(domains, record);
  const decide = useMutate(useTRPC().domain.update.mutationOptions(), {
    refreshes: ["domain", "change", "dashboard"],
    success: "Gespeichert.",
  });
  const due = cancelBy ?? renewsAt;
  if (renewDecision !== "open" || !renewsAt || !due || !record.can.edit) return null;
  const today = dateInBerlin(new Date());
  if (due > addDays(today, leadDays) || renewsAt < today) return null;
  const save = (decision: string) =>
    decide.mutate({ params: { id: record.id }, body: { renewDecision: decision }, version: record.version });
  const isLate = cancelBy !== null && cancelBy !== undefined && cancelBy < today;
  return (
    <section
      aria-label="Entscheidung offen"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-10 bg-warn-soft py-3.5 pl-[18px] pr-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">Entscheidung offen: Behalten oder kündigen?</p>
        <p className="text-ui text-text-2">
          Verlängert sich am {formatDay(renewsAt)}.
          {cancelBy &&
            (isLate ? ` Kündbar war sie bis ${formatDay(cancelBy)}.` : ` Kündbar bis ${formatDay(cancelBy)}.`)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="on-tint" disabled={decide.isPending} onClick={() => save("handOver")}>
          Abgeben an Kunde
        </Button>
        <Button variant="on-tint" disabled={decide.isPending} onClick={() => save("cancel")}>
          Kündigen
        </Button>
        <Button variant="ink" disabled={decide.isPending} onClick={() => save("keep")}>
          Behalten
        </Button>
      </div>
    </section>
  );
}
