import type { PageGaps } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { capitalize, formatDate } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { useNewPage } from "../use-new-page.ts";
import { GapRow } from "./gap-row.tsx";

interface MissedSearchProps {
  search: PageGaps["searches"][number];
  mayEdit: boolean;
}

/** What was looked for in vain, with the way to write it. */
export function MissedSearch({ search: { query, words, count, lastAt }, mayEdit }: MissedSearchProps) {
  const { create, isPending } = useNewPage();
  const dismiss = useMutate(useTRPC().page.dismissMiss.mutationOptions(), { refreshes: ["page"] });
  return (
    <GapRow
      title={`„${words}“`}
      facts={`${count === 1 ? "einmal" : `${count}-mal`} gesucht, zuletzt am ${formatDate(lastAt)}`}
    >
      {mayEdit && (
        <>
          <Button
            size="sm"
            aria-label={`Seite „${words}“ anlegen`}
            loading={isPending}
            onClick={() => create({ title: capitalize(words) })}
          >
            Seite anlegen
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Suche „${words}“ als erledigt abhaken`}
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ query })}
          >
            Erledigt
          </Button>
        </>
      )}
    </GapRow>
  );
}
