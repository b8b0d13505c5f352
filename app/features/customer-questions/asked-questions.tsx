import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { answerLabels, questionStates } from "../../../contract/customer-questions/customer-questions.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { recordPath } from "../../records/record-path.ts";
import { Button } from "../../ui/button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";

const dayOf = (at: Date) => formatCalendarDate(portalDate(at));
const shown = 5;

/** What a customer was asked, with what came back; nothing where nobody has asked. */
export function AskedQuestions({ record }: { record: RecordRow }) {
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.customerQuestion.list.queryOptions({ customerId: record.id }));
  const withdraw = useMutate(trpc.customerQuestion.withdraw.mutationOptions(), {
    refreshes: ["customerQuestion", "change"],
    success: "Frage zurückgezogen.",
  });
  if (data.length === 0) return null;
  return (
    <Section title="Gefragt" className="mb-7">
      <ul>
        {data.slice(0, shown).map(({ id, state, to, askedBy, createdAt, answered, answerBy, items }) => (
          <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b py-2.5 text-ui last:border-b-0">
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <p>
                {answered
                  ? `${answered.name} hat am ${dayOf(answered.at)} geantwortet`
                  : `${questionStates[state]}${state === "open" ? ` bis ${formatCalendarDate(answerBy)}` : ""}`}
                <span className="text-text-2">
                  {`, gefragt am ${dayOf(createdAt)}${askedBy ? ` von ${askedBy}` : ""} an ${to.email}`}
                  {answered?.ip && `, Adresse ${answered.ip}`}
                </span>
              </p>
              <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                {items.map(({ type, id: itemId, title, decision }) => (
                  <li key={`${type}:${itemId}`}>
                    <Link to={recordPath(type, itemId) ?? ""} className={linkClass}>
                      {title}
                    </Link>
                    {decision && <span className="text-text-2">: {answerLabels[decision]}</span>}
                  </li>
                ))}
              </ul>
            </div>
            {state === "open" && record.can.edit && (
              <Button size="sm" variant="ghost" disabled={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
                Zurückziehen
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
