import type { RecordRow } from "../../../contract/records/rows.ts";
import type { TermType } from "../../../contract/terms/term-types.ts";
import type { Timeline } from "../../../contract/terms/timeline.ts";
import { Button } from "../../ui/button.tsx";
import { openCancel, openPrice } from "./term-dialogs.tsx";
import { useTermActs } from "./use-term-acts.ts";

interface TermActionsProps {
  record: RecordRow;
  type: TermType;
  timeline: Timeline;
}

/** „Behalten“, „Kündigen …“, „Verlängert“ and „Preis ab …“ for one record. */
export function TermActions({ record, type, timeline: { periods, isOver, prices } }: TermActionsProps) {
  const acts = useTermActs(type);
  const key = { id: record.id, version: record.version };
  if (periods.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {!isOver && (
        <>
          <Button size="sm" disabled={acts.isPending} onClick={() => acts.decide({ ...key, decision: "keep" })}>
            Behalten
          </Button>
          <Button
            size="sm"
            disabled={acts.isPending}
            onClick={() =>
              openCancel({ title: record.title }).then((chosen) => chosen && acts.decide({ ...key, ...chosen }))
            }
          >
            Kündigen …
          </Button>
        </>
      )}
      <Button size="sm" disabled={acts.isPending} onClick={() => acts.renew(key)}>
        Verlängert
      </Button>
      {prices && (
        <Button
          size="sm"
          disabled={acts.isPending}
          onClick={() =>
            openPrice({ title: record.title, type }).then((chosen) => chosen && acts.changePrice({ ...key, ...chosen }))
          }
        >
          Preis ab …
        </Button>
      )}
    </div>
  );
}
