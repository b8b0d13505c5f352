import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { FeedState as State } from "../../../contract/vulnerabilities/vulnerabilities.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";

/** How the feed of known vulnerabilities was read last, and „Jetzt lesen“. */
export function FeedState() {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.vulnerability.feed.queryOptions(
      {},
      { refetchInterval: ({ state }) => (state.data?.isReading ? 3000 : false) },
    ),
  );
  const fetching = useMutate(trpc.vulnerability.fetchFeed.mutationOptions(), { refreshes: ["vulnerability"] });
  if (!data) return null;
  const isBusy = fetching.isPending || data.isReading;
  return (
    <div className="mt-3 flex max-w-[640px] flex-wrap items-center gap-x-3 gap-y-2 text-ui text-text-2">
      <div aria-live="polite" className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <p>{data.readAt ? `Zuletzt gelesen am ${formatDateTime(data.readAt)}.` : "Noch nie gelesen."}</p>
        {data.error && <p className="text-bad-text">{errorText(data, data.error)}</p>}
      </div>
      <Button size="sm" icon={RefreshCw} loading={isBusy} loadingLabel="Liest …" onClick={() => fetching.mutate({})}>
        Jetzt lesen
      </Button>
    </div>
  );
}

function errorText({ readAt, nextAt, isReading }: State, error: string): string {
  const next = nextAt && !isReading ? ` Nächster Versuch: ${formatDateTime(nextAt)}.` : "";
  return `${readAt ? "Seitdem gescheitert" : "Gescheitert"}: ${error}${next}`;
}
