import type { ListRecords } from "../../../contract/records/list-input.ts";
import { withParams } from "../../lib/pages/use-filter-params.ts";
import { useUrlParams } from "../../lib/pages/use-url-params.ts";
import type { ValueType } from "./list-sections.ts";

export interface ValueState {
  search: string;
  page: number;
  archived: boolean;
}

const pageSize = 25;

/** Two lists share a URL only below „Registrare“, where the accounts have names of their own. */
const nameIn = (type: ValueType, name: string) => (type === "registrarAccount" ? `account-${name}` : name);

/** Reads a list's state from its URL; whatever makes no sense there is left out. */
export function readValueState(searchParams: URLSearchParams, type: ValueType): ValueState {
  const read = (name: string) => searchParams.get(nameIn(type, name)) ?? "";
  const page = Number(read("page") || 1);
  return {
    search: read("q").trim().slice(0, 200),
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    archived: read("archived") === "1",
  };
}

/** What the server is asked for. */
export function valueInput({ search, page, archived }: ValueState): Partial<ListRecords> {
  return { page, limit: pageSize, archived, ...(search && { search }) };
}

/** The state in the URL and a way to change some of it; every change but paging goes back to page 1. */
export function useValueState(type: ValueType) {
  const { params, change: changeParams } = useUrlParams();
  const change = (next: Partial<Record<"q" | "page" | "archived", string>>) => {
    const named = Object.entries({ page: undefined, ...next }).map(([name, value]) => [nameIn(type, name), value]);
    changeParams((now) => withParams(now, Object.fromEntries(named)), {
      replace: !("page" in next),
      preventScrollReset: true,
    });
  };
  return { state: readValueState(params, type), change };
}
