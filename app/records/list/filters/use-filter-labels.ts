import { useQueries } from "@tanstack/react-query";
import type { Field } from "../../../../contract/records/fields.ts";
import type { Filter } from "../../../../contract/records/filters.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";

/** What a field refers to; undefined for fields that hold their own values. */
export function targetOf(field: Field): RecordType | "user" | undefined {
  if (field.kind === "tags") return "tag";
  return field.kind === "relation" || field.kind === "links" ? field.to : undefined;
}

/** The names of the records and people in the filters of a list, by id. */
export function useFilterLabels(where: readonly Filter[], fields: Record<string, Field>): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const wanted = where.flatMap((filter) => {
    const field = fields[filter.field];
    const to = field && targetOf(field);
    return to && "values" in filter ? filter.values.filter((id) => id !== "me").map((id) => ({ to, id })) : [];
  });
  const people = useQueries({
    queries: wanted
      .filter(({ to }) => to === "user")
      .map(({ id }) => trpc.user.getUser.queryOptions({ id }, { staleTime: 60_000, retry: false })),
  });
  const records = useQueries({
    queries: wanted.flatMap(({ to, id }) =>
      to === "user" ? [] : [trpc[to].get.queryOptions({ id }, { staleTime: 60_000, retry: false })],
    ),
  });
  const labels = new Map<string, string>();
  for (const { data } of people) if (data) labels.set(data.id, data.name);
  for (const { data } of records) if (data) labels.set(data.id, data.title);
  return labels;
}
