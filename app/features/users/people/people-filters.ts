import { type Role, roles } from "../../../../contract/roles.ts";
import { type UserState, userStates } from "../../../../contract/users/users.ts";
import { pageOf, useAddress } from "../../../lib/pages/use-address.ts";

export interface PeopleFilters {
  page: number;
  search: string;
  role: Role | undefined;
  state: UserState | undefined;
}

const pageSize = 25;

/** Reads the list's state from its address; whatever makes no sense there is left out. */
export function readPeopleFilters(address: URLSearchParams): PeopleFilters {
  return {
    page: pageOf(address, 1_000_000),
    search: (address.get("q") ?? "").trim().slice(0, 100),
    role: roles.find((role) => role === address.get("role")),
    state: userStates.find((state) => state === address.get("state")),
  };
}

/** The input of `user.list` for a state of the list. */
export function peopleQuery({ page, search, role, state }: PeopleFilters) {
  return { page, limit: pageSize, search: search || undefined, where: { role, state } };
}

/** The filters of the address, and a way to change some of them. */
export function usePeopleFilters() {
  const { address, change, reset } = useAddress({ replaces: true });
  const changeFilters: (next: Partial<Record<"q" | "role" | "state" | "page", string>>) => void = change;
  return { filters: readPeopleFilters(address), change: changeFilters, reset };
}
