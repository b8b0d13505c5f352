import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { type DeliveryState, deliveryStates } from "../../../contract/webhooks/webhooks.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/filter-select.tsx";
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
        <FilterSelect
          label="Webhook"
          all="Jeder Webhook"
          className="w-72 max-md:w-full"
          labels={Object.fromEntries(webhooks.map(({ id, url }) => [id, url]))}
          value={asked.webhookId}
          onChange={(webhookId) => choose({ webhookId })}
        />
        <FilterSelect
          label="Stand"
          all="Jeder Stand"
          className="w-44 max-md:w-full"
          labels={deliveryStates}
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
      <PagedList
        query={log}
        failure="Die Zustellungen konnten nicht geladen werden."
        rows={4}
        page={asked.page}
        onPage={(page) => choose({ page })}
        empty="Noch nichts zugestellt."
        onReset={asked.webhookId || asked.state ? () => setAsked(everything) : undefined}
      >
        {(deliveries) => (
          <ul aria-label="Zustellungen" className="border-t">
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                url={webhooks.find(({ id }) => id === delivery.webhookId)?.url}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {log.data && <p className="mt-2.5 text-meta text-text-3">Das Protokoll reicht 30 Tage zurück.</p>}
    </Section>
  );
}
