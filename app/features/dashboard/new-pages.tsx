import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { PageList } from "../wiki/start/page-list.tsx";
import { Block, WaitingRows } from "./block.tsx";

/** The pages that have come to the wiki last. */
export function NewPages() {
  const newest = useQuery(useTRPC().page.newest.queryOptions());
  return (
    <Block title="Neue Wiki-Seiten" query={newest} waiting={<WaitingRows rows={3} />}>
      {(pages) =>
        pages.length === 0 ? (
          <p className="py-4 text-ui text-text-2">Im Wiki steht noch nichts.</p>
        ) : (
          <PageList
            pages={pages}
            label="Neue Wiki-Seiten"
            aside={({ createdAt }) => (
              <time dateTime={createdAt.toISOString()} title={formatDateTime(createdAt)}>
                {formatDate(createdAt)}
              </time>
            )}
          />
        )
      }
    </Block>
  );
}
