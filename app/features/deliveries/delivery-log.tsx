import type { UseQueryResult } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { type Delivery, type DeliveryState, deliveryStates } from "../../../contract/deliveries/deliveries.ts";
import type { Page } from "../../../contract/pagination.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { FilterSelect } from "../../ui/form/filter-select.tsx";
import { Section } from "../../ui/section.tsx";

/** What somebody looks at in a log of deliveries. */
export interface AskedDeliveries {
  page: number;
  /** The webhook or channel; "" for all. */
  senderId: string;
  state: DeliveryState | "";
}

export const allDeliveries: AskedDeliveries = { page: 1, senderId: "", state: "" };
const waitingMs = 3000;

/** Reads the log anew while something in it is still under way. */
export const followsWaiting = ({ state }: { state: { data?: Page<Delivery> | undefined } }) =>
  state.data?.data.some((row) => row.state === "queued") ? waitingMs : false;

interface DeliveryLogProps<Row extends Delivery> {
  log: UseQueryResult<Page<Row>, unknown>;
  asked: AskedDeliveries;
  onAsk: (asked: AskedDeliveries) => void;
  /** What sends, by its id: „Webhook“ or „Kanal“, with its name. */
  sender: { label: string; all: string; names: Readonly<Record<string, string>> };
  children: (row: Row) => ReactNode;
}

/** What was sent and what the receivers said; one for everything that is sent to other programs. */
export function DeliveryLog<Row extends Delivery>({ log, asked, onAsk, sender, children }: DeliveryLogProps<Row>) {
  const choose = (part: Partial<AskedDeliveries>) => onAsk({ ...asked, page: 1, ...part });
  return (
    <Section title="Zustellungen" className="mt-11">
      <FilterBar className="py-3">
        <FilterSelect
          label={sender.label}
          all={sender.all}
          className="w-72 max-md:w-full"
          labels={sender.names}
          value={asked.senderId}
          onChange={(senderId) => choose({ senderId })}
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
      </FilterBar>
      <PagedList
        query={log}
        failure="Die Zustellungen konnten nicht geladen werden."
        rows={4}
        page={asked.page}
        onPage={(page) => choose({ page })}
        empty="Noch nichts zugestellt."
        onReset={asked.senderId || asked.state ? () => onAsk(allDeliveries) : undefined}
      >
        {(deliveries) => (
          <ul aria-label="Zustellungen" className="border-t">
            {deliveries.map(children)}
          </ul>
        )}
      </PagedList>
      {log.data && <p className="mt-2.5 text-meta text-text-3">Das Protokoll reicht 30 Tage zurück.</p>}
    </Section>
  );
}
