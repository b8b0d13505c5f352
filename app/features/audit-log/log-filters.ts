import { useSearchParams } from "@remix-run/react";
import { changeAreas } from "../../../contract/changes/change-labels.ts";

export interface LogFilters {
  page: number;
  actorId: string | undefined;
  area: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

const day = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

/** Reads what of the protocol is shown from its address; whatever makes no sense there is left out. */
export function readLogFilters(address: URLSearchParams): LogFilters {
  const page = Number(address.get("page") ?? 1);
  const area = address.get("area") ?? "";
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    actorId: address.get("actor")?.slice(0, 64) || undefined,
    area: Object.hasOwn(changeAreas, area) ? area : undefined,
    from: day(address.get("from")),
    to: day(address.get("to")),
  };
}

const pageSize = 50;

/** The input of `audit.list` for a state of the protocol. */
export function logQuery({ page, ...where }: LogFilters) {
  return { page, limit: pageSize, where };
}

type Change = Partial<Record<"actor" | "area" | "from" | "to" | "page", string>>;

/** The filters of the address, and a way to change some of them; every change but paging goes back to page 1. */
export function useLogFilters() {
  const [address, setAddress] = useSearchParams();
  const change = (next: Change) =>
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
      { preventScrollReset: true },
    );
  const filters = readLogFilters(address);
  const isNarrowed = Boolean(filters.actorId || filters.area || filters.from || filters.to);
  return { filters, isNarrowed, change, reset: () => setAddress({}, { preventScrollReset: true }) };
}

/** Where the protocol can be had as a file, narrowed as on the screen. */
export function exportAddress({ actorId, area, from, to }: LogFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ actor: actorId, area, from, to })) if (value) query.set(name, value);
  return `/api/export/protocol.csv${query.size > 0 ? `?${query}` : ""}`;
}
