import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { confirmationStates, holderAnswerLabels } from "../../../contract/holder-confirmations/holder-confirmations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { openAskHolders } from "./open-ask-holders.tsx";

const dayOf = (at: Date) => formatCalendarDate(portalDate(at));

/** Who was asked whether the holder of a domain is right, and what came back. */
export function Confirmations({ domain }: { domain: RecordRow }) {
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.holderConfirmation.list.queryOptions({ domainId: domain.id }));
  const withdraw = useMutate(trpc.holderConfirmation.withdraw.mutationOptions(), {
    refreshes: ["holderConfirmation"],
    success: "Frage zurückgezogen.",
  });
  const mayAsk = domain.can.edit && !domain.archivedAt;
  return (
    <Section
      title="Vom Kunden prüfen lassen"
      aside={
        mayAsk && (
          <Button
            size="sm"
            variant="ghost"
            icon={MailCheck}
            className="-mr-2.5"
            onClick={() => void openAskHolders([domain.id])}
          >
            Inhaberdaten prüfen lassen …
          </Button>
        )
      }
    >
      {data.length === 0 ? (
        <p className="py-3 text-ui text-text-2">
          Noch nie gefragt. Einmal im Jahr ist üblich; der Kunde bestätigt über einen Link, ohne Konto.
        </p>
      ) : (
        <ul>
          {data.map(({ id, state, to, askedBy, createdAt, expiresOn, answered, answer, correction }) => (
            <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b py-2.5 text-ui last:border-b-0">
              <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {answer && <Tag tone={answer === "right" ? "ok" : "bad"}>{holderAnswerLabels[answer]}</Tag>}
                  <span>
                    {answered
                      ? `${answered.name} hat am ${dayOf(answered.at)} geantwortet`
                      : `${confirmationStates[state]}${state === "open" ? ` bis ${formatCalendarDate(expiresOn)}` : ""}`}
                  </span>
                </p>
                {correction && <p className="mt-1 whitespace-pre-line">{correction}</p>}
                <p className="text-note text-text-3">
                  Gefragt am {dayOf(createdAt)}
                  {askedBy && ` von ${askedBy}`} an {to.email || to.name}
                  {answered?.ip && `, Adresse ${answered.ip}`}
                </p>
              </div>
              {state === "open" && mayAsk && (
                <Button size="sm" variant="ghost" disabled={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
                  Zurückziehen
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
