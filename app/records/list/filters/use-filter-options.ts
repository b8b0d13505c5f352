import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Field } from "../../../../contract/records/fields.ts";
import type { Filter } from "../../../../contract/records/filters.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";

export interface Option {
  value: string;
  label: string;
  note?: string | null;
}

const maxOptions = 20;

/** What a filter by reference can be set to, best match first; people begin with oneself. */
export function useOptions(to: RecordType | "user", search: string) {
  const trpc = useTRPC();
  const isPeople = to === "user";
  const people = useQuery(
    trpc.user.list.queryOptions(
      { limit: maxOptions, search: search || undefined, where: {} },
      { enabled: isPeople, placeholderData: keepPreviousData },
    ),
  );
  const records = useQuery(
    trpc[isPeople ? "tag" : to].options.queryOptions(
      { search, limit: maxOptions },
      { enabled: !isPeople, placeholderData: keepPreviousData },
    ),
  );
  const options = useMemo<Option[] | undefined>(() => {
    if (!isPeople) return records.data?.map(({ id, label, note }) => ({ value: id, label, note }));
    const found = people.data?.data.map(({ id, name }) => ({ value: id, label: name }));
    return found && (search ? found : [{ value: "me", label: "Ich" }, ...found]);
  }, [isPeople, people.data, records.data, search]);
  const { isError } = isPeople ? people : records;
  return { options, isError };
}

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
