import { UserRound } from "lucide-react";
import { type FoundMention, useMentionSearch } from "../../document/editor/suggestions/use-mention-search.ts";
import { useOptions } from "../../records/form/controls/use-picker-options.ts";

const maxPeople = 5;

/** What is offered; people come with their picture, as far as they have one. */
export interface OfferedMention extends FoundMention {
  image?: string | null;
}

/** The active people of the team whose names fit what is typed behind an „@“. */
export function usePeopleOptions(typed: string) {
  const people = useOptions("user", typed, true);
  const found = people.options.slice(0, maxPeople).map(
    ({ id, label, note, image }): OfferedMention => ({
      id: `user:${id}`,
      kind: "user",
      thingId: id,
      name: label,
      note: note ?? undefined,
      group: "Team",
      icon: UserRound,
      image: image ?? null,
    }),
  );
  return { found, isSearching: !people.isCurrent, hasFailed: people.isError };
}

/** What fits behind an „@“ where people talk to each other: the team first, then everything else by its name. */
export function useMentionOptions(typed: string) {
  const people = usePeopleOptions(typed);
  const things = useMentionSearch(typed, undefined);
  return {
    found: [...people.found, ...things.found.filter(({ kind }) => kind !== "user")],
    isSearching: people.isSearching || things.isSearching,
    hasFailed: people.hasFailed && things.hasFailed,
  };
}
