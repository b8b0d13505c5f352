import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { RecordOption } from "../../../../contract/records/rows.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { absenceNote, useAbsences } from "../../../lib/people/absences.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { useDebouncedQuery } from "../../../lib/use-debounced-value.ts";

const atOnce = 10;
/** A search that nobody waits for any more is taken back from the server. */
const whileWanted = { trpc: { abortOnUnmount: true } };

/** Records of a type, the people of the team, or what this browser finds by itself. */
export type OptionSource = RecordType | "user" | ((typed: string) => RecordOption[]);

/** What a picker offers for what was typed; of the team only who is active, oneself first. */
export function useOptions(to: OptionSource, typed: string, enabled: boolean) {
  const here = useMemo(() => (typeof to === "function" && enabled ? to(typed) : undefined), [to, typed, enabled]);
  const trpc = useTRPC();
  const me = useSession().data?.user;
  const search = useDebouncedQuery(typed);
  const type = typeof to === "function" || to === "user" ? undefined : to;
  const records = useQuery({
    ...trpc[type ?? "tag"].options.queryOptions({ search, limit: atOnce }, whileWanted),
    enabled: enabled && type !== undefined,
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    ...trpc.user.list.queryOptions({ search, limit: atOnce, where: { state: "active" } }, whileWanted),
    enabled: enabled && to === "user",
    placeholderData: keepPreviousData,
    select: ({ data }): RecordOption[] => {
      const team = data.map(optionOf);
      if (!me || search !== "") return team;
      return [optionOf({ ...me, position: "du" }), ...team.filter(({ id }) => id !== me.id)];
    },
  });
  const absences = useAbsences(enabled && to === "user");
  const noteOf = ({ id, note }: RecordOption) => {
    const absence = absences.get(id);
    return absence ? [note, absenceNote(absence.until)].filter(Boolean).join(", ") : note;
  };
  const query = to === "user" ? people : records;
  const options = query.data ?? [];
  if (here) return { options: here, isPending: false, isError: false, retry: () => undefined, isCurrent: true };
  return {
    options: absences.size > 0 ? options.map((option) => ({ ...option, note: noteOf(option) })) : options,
    isPending: query.isPending,
    isError: query.isError,
    retry: () => void query.refetch(),
    /** Whether the options are those for what is typed at this moment. */
    isCurrent: search === typed && !query.isPlaceholderData && !query.isPending,
  };
}

type Person = { id: string; name: string; position: string | null; image?: string | null };

const optionOf = ({ id, name, position, image }: Person): RecordOption => ({
  id,
  label: name,
  note: position,
  ...(image && { image }),
});
