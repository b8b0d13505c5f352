import { type Role, roles } from "../../../../contract/roles.ts";
import { type UserState, userStates } from "../../../../contract/users/users.ts";
import { pageOf, useFilterParams } from "../../../lib/pages/use-filter-params.ts";

export interface PeopleFilters {
  page: number;
  search: string;
  role: Role | undefined;
  state: UserState | undefined;
}

const pageSize = 25;

/** Reads the list's state from its URL; whatever makes no sense there is left out. */
export function readPeopleFilters(searchParams: URLSearchParams): PeopleFilters {
  return {
    page: pageOf(searchParams, 1_000_000),
    search: (searchParams.get("q") ?? "").trim().slice(0, 100),
    role: roles.find((role) => role === searchParams.get("role")),
    state: userStates.find((state) => state === searchParams.get("state")),
  };
}

/** The input of `user.list` for a state of the list. */
export function peopleQuery({ page, search, role, state }: PeopleFilters) {
  return { page, limit: pageSize, search: search || undefined, where: { role, state } };
}

/** The filters of the URL, and a way to change some of them. */
export function usePeopleFilters() {
  const { searchParams, change, reset } = useFilterParams({ replaces: true });
  const changeFilters: (next: Partial<Record<"q" | "role" | "state" | "page", string>>) => void = change;
  return { filters: readPeopleFilters(searchParams), change: changeFilters, reset };
}
