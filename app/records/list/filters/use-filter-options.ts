import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
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
