import { QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useReducer } from "react";
import type { Field } from "../../../../contract/records/fields.ts";
import type { Filter } from "../../../../contract/records/filters.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { minuteMs } from "../../../../contract/time/durations.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";

/** What a field refers to; undefined for fields that hold their own values. */
export function targetOf(field: Field): RecordType | "user" | undefined {
  if (field.kind === "tags") return "tag";
  return field.kind === "relation" || field.kind === "links" ? field.to : undefined;
}

const whileShown = { staleTime: minuteMs, retry: false };

/**
 * The names of the records and people in the filters of a list, by id. Observes each query by itself: `useQueries`, with
 * all that it can, would be part of every list for the few that are filtered by a name.
 */
export function useFilterLabels(where: readonly Filter[], fields: Record<string, Field>): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const wanted = useMemo(() => namedIn(where, fields), [where, fields]);
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const stops = wanted.map(({ to, id }) =>
      to === "user"
        ? new QueryObserver(queryClient, trpc.user.getUser.queryOptions({ id }, whileShown)).subscribe(showAgain)
        : new QueryObserver(queryClient, trpc[to].get.queryOptions({ id }, whileShown)).subscribe(showAgain),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [wanted, queryClient, trpc]);
  const labels = new Map<string, string>();
  for (const { to, id } of wanted) {
    const label =
      to === "user"
        ? queryClient.getQueryData(trpc.user.getUser.queryKey({ id }))?.name
        : queryClient.getQueryData(trpc[to].get.queryKey({ id }))?.title;
    if (label !== undefined) labels.set(id, label);
  }
  return labels;
}

function namedIn(where: readonly Filter[], fields: Record<string, Field>) {
  return where.flatMap((filter) => {
    const field = fields[filter.field];
    const to = field && targetOf(field);
    return to && "values" in filter ? filter.values.filter((id) => id !== "me").map((id) => ({ to, id })) : [];
  });
}
