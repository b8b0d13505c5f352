import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { type DeliveryState, deliveryStates } from "../../../contract/webhooks/webhooks.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Pager } from "../../ui/pager.tsx";
import { NoHits } from "../../ui/placeholders/list-states.tsx";
import { Section } from "../../ui/section.tsx";
import { DeliveryRow } from "./delivery-row.tsx";

interface Asked {
  page: number;
  webhookId: string;
  state: DeliveryState | "";
}

const everything: Asked = { page: 1, webhookId: "", state: "" };
const waitingMs = 3000;

/** The input of `webhook.deliveries` for what a person looks at; without any the first page of the log. */
export function deliveriesQuery({ page, webhookId, state }: Asked = everything) {
  return { page, ...(webhookId && { webhookId }), ...(state && { state }) };
}

/** What was sent and what the receivers said; follows by itself what is still under way. */
export function DeliveryLog() {
  const trpc = useTRPC();
  const [asked, setAsked] = useState(everything);
  const webhooks = useQuery(trpc.webhook.list.queryOptions({})).data ?? [];
  const log = useQuery(
    trpc.webhook.deliveries.queryOptions(deliveriesQuery(asked), {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.data.some((row) => row.state === "queued") ? waitingMs : false),
    }),
  );
  const choose = (part: Partial<Asked>) => setAsked({ ...asked, page: 1, ...part });
  return (
    <Section title="Zustellungen" className="mt-11">
      <search className="flex flex-wrap items-center gap-2 py-3 md:[&_select]:h-8 md:[&_select]:text-ui">
        <Select
          aria-label="Webhook"
          className="w-72 max-md:w-full"
          value={asked.webhookId}
          onChange={(event) => choose({ webhookId: event.target.value })}
        >
          <option value="">Jeder Webhook</option>
          {webhooks.map(({ id, url }) => (
            <option key={id} value={id}>
              {url}
            </option>
          ))}
        </Select>
        <ChoiceSelect
          aria-label="Stand"
          className="w-44 max-md:w-full"
          labels={{ "": "Jeder Stand", ...deliveryStates }}
          value={asked.state}
          onChange={(state) => choose({ state })}
        />
        <Button
          variant="ghost"
          icon={RefreshCw}
          className="ml-auto"
          loading={log.isFetching}
          onClick={() => log.refetch()}
        >
          Aktualisieren
        </Button>
      </search>
      <QueryPanel query={log} failure="Die Zustellungen konnten nicht geladen werden." rows={4}>
        {({ data, totalItems, totalPages }) => (
          <>
            {totalItems === 0 &&
              (asked.webhookId || asked.state ? (
                <NoHits onReset={() => setAsked(everything)} />
              ) : (
                <p role="status" className="border-t py-4 text-text-2">
                  Noch nichts zugestellt.
                </p>
              ))}
            {data.length > 0 && (
              <ul aria-label="Zustellungen" className="border-t">
                {data.map((delivery) => (
                  <DeliveryRow
                    key={delivery.id}
                    delivery={delivery}
                    url={webhooks.find(({ id }) => id === delivery.webhookId)?.url}
                  />
                ))}
              </ul>
            )}
            <Pager page={asked.page} totalPages={totalPages} onPage={(page) => choose({ page })} />
            <p className="mt-2.5 text-meta text-text-3">Das Protokoll reicht 30 Tage zurück.</p>
          </>
        )}
      </QueryPanel>
    </Section>
  );
}
