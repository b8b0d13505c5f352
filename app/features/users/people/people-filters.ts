import { useSearchParams } from "@remix-run/react";
import { type Role, roles } from "../../../../contract/roles.ts";
import { type UserState, userStates } from "../../../../contract/users/users.ts";

export interface PeopleFilters {
  page: number;
  search: string;
  role: Role | undefined;
  state: UserState | undefined;
}

const pageSize = 25;

/** Reads the list's state from its address; whatever makes no sense there is left out. */
export function readPeopleFilters(address: URLSearchParams): PeopleFilters {
  const page = Number(address.get("page") ?? 1);
  return {
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    search: (address.get("q") ?? "").trim().slice(0, 100),
    role: roles.find((role) => role === address.get("role")),
    state: userStates.find((state) => state === address.get("state")),
  };
}

/** The input of `user.list` for a state of the list. */
export function peopleQuery({ page, search, role, state }: PeopleFilters) {
  return { page, limit: pageSize, search: search || undefined, where: { role, state } };
}

/** The filters of the address, and a way to change some of them; every change but paging goes back to page 1. */
export function usePeopleFilters() {
  const [address, setAddress] = useSearchParams();
  const change = (next: Partial<Record<"q" | "role" | "state" | "page", string>>) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        if (!("page" in next)) changed.delete("page");
        for (const [name, value] of Object.entries(next)) {
          if (value) changed.set(name, value);
          else changed.delete(name);
        }
        return changed;
      },
      { replace: !("page" in next), preventScrollReset: true },
    );
  return { filters: readPeopleFilters(address), change, reset: () => setAddress({}, { preventScrollReset: true }) };
}
