import { changeAreas } from "../../../contract/changes/change-labels.ts";
import { pageOf, useFilterParams } from "../../lib/pages/use-filter-params.ts";

export interface LogFilters {
  page: number;
  actorId: string | undefined;
  area: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

const day = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

/** The filters of the audit log from its URL; invalid values are left out. */
export function readLogFilters(searchParams: URLSearchParams): LogFilters {
  const area = searchParams.get("area") ?? "";
  return {
    page: pageOf(searchParams, 100_000),
    actorId: searchParams.get("actor")?.slice(0, 64) || undefined,
    area: Object.hasOwn(changeAreas, area) ? area : undefined,
    from: day(searchParams.get("from")),
    to: day(searchParams.get("to")),
  };
}

const pageSize = 50;

/** The input of `audit.list` for a state of its filters. */
export function logQuery({ page, ...where }: LogFilters) {
  return { page, limit: pageSize, where };
}

type Change = Partial<Record<"actor" | "area" | "from" | "to" | "page", string>>;

/** The filters of the URL, and a way to change some of them. */
export function useLogFilters() {
  const { searchParams, change, reset } = useFilterParams();
  const filters = readLogFilters(searchParams);
  const isNarrowed = Boolean(filters.actorId || filters.area || filters.from || filters.to);
  const changeFilters: (next: Change) => void = change;
  return { filters, isNarrowed, change: changeFilters, reset };
}

/** The URL of the audit log as a file, filtered as on the screen. */
export function exportUrl({ actorId, area, from, to }: LogFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ actor: actorId, area, from, to })) if (value) query.set(name, value);
  return `/api/export/audit-log.csv${query.size > 0 ? `?${query}` : ""}`;
}
