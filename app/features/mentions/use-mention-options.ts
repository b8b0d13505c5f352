import { UserRound } from "lucide-react";
import { type FoundMention, useMentionSearch } from "../editor/use-mention-search.ts";
import { useOptions } from "../records/form/use-options.ts";

const mostPeople = 5;

/** What fits behind an „@“ where people talk to each other: the team first, then everything else by its name. */
export function useMentionOptions(typed: string) {
  const people = useOptions("user", typed, true);
  const things = useMentionSearch(typed, undefined);
  const team = people.options.slice(0, mostPeople).map(
    ({ id, label, note }): FoundMention => ({
      ...{ id: `user:${id}`, kind: "user", thingId: id, name: label, note: note ?? undefined },
      ...{ group: "Team", icon: UserRound },
    }),
  );
  return {
    found: [...team, ...things.found.filter(({ kind }) => kind !== "user")],
    isSearching: !people.isSettled || things.isSearching,
    hasFailed: people.isError && things.hasFailed,
  };
}
