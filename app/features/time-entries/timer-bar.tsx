import { useQuery } from "@tanstack/react-query";
import { Play, Square } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import type { Timer } from "../../../contract/time-entries/timers.ts";
import { formatWorkTime } from "../../../contract/time-entries/work-time.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSentence } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

/** Starts and ends the time of the person; it runs on while the page is closed. */
export function TimerBar({ customer }: { customer: RecordRow }) {
  const trpc = useTRPC();
  const timer = useQuery(trpc.timeEntry.timer.queryOptions());
  const { refusals, onRefused, forget } = useRefusals();
  const [label, setLabel] = useState("");
  const options = { refreshes: ["timeEntry", "customer", "relation"] as const, onRefused };
  const start = useMutate(trpc.timeEntry.start.mutationOptions(), options);
  const stop = useMutate(trpc.timeEntry.stop.mutationOptions(), {
    ...options,
    success: "Leistung eingetragen.",
    onSuccess: () => setLabel(""),
  });
  const discard = useMutate(trpc.timeEntry.discard.mutationOptions(), { ...options, success: "Zeit verworfen." });
  const running = timer.data ?? undefined;
  const isElsewhere = running !== undefined && running.customer.id !== customer.id;
  const known = label || running?.label || "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    if (!running) return start.mutate({ customerId: customer.id, label });
    stop.mutate(known ? { label: known } : {});
  };
  return (
    <form
      onSubmit={submit}
      className="mb-7 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-10 bg-sunken px-4 py-3"
      aria-label="Zeit erfassen"
    >
      {running && <RunningTime timer={running} />}
      <span className="min-w-0 flex-1 basis-56">
        <TextInput
          aria-label="Woran arbeitest du?"
          placeholder={running?.label || "Woran arbeitest du?"}
          value={label}
          maxLength={300}
          disabled={isElsewhere}
          onChange={(event) => setLabel(event.target.value)}
        />
      </span>
      {isElsewhere ? (
        <span className="text-ui text-text-2">Deine Zeit läuft für {running.customer.label}.</span>
      ) : (
        <>
          <Button
            type="submit"
            icon={running ? Square : Play}
            disabled={timer.isPending}
            loading={start.isPending || stop.isPending}
          >
            {running ? "Anhalten und eintragen" : "Zeit starten"}
          </Button>
          {running && (
            <Button variant="ghost" loading={discard.isPending} onClick={() => discard.mutate()}>
              Verwerfen
            </Button>
          )}
        </>
      )}
      {refusals.map((refusal) => (
        <span key={refusal} className="basis-full">
          <ErrorSentence error={refusal} label="Leistung" />
        </span>
      ))}
    </form>
  );
}

function RunningTime({ timer: { startedAt } }: { timer: Timer }) {
  const [now, setNow] = useState(portalNow);
  useEffect(() => {
    const ticking = setInterval(() => setNow(portalNow()), minuteMs / 6);
    return () => clearInterval(ticking);
  }, []);
  const minutes = Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / minuteMs));
  return (
    <span role="timer" className="num font-semibold">
      {formatWorkTime(minutes)}
    </span>
  );
}
