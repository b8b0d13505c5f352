import { declarationOf } from "../../../contract/records/declarations.ts";
import { textOf } from "../../../contract/records/read-value.ts";
import type { SearchHit } from "../../../contract/search/search.ts";
import type { RecordHitType } from "./summaries.ts";

type Row = Record<string, unknown>;

interface SummaryFields {
  columns: readonly string[];
  /** Whose it is; its name is read as `customer`. */
  customerColumn?: string;
  /** The first that is there tells it apart from its namesakes. */
  note: (row: Row) => unknown[];
  /** A choice that is not the usual one, or a date with words before it. */
  status?: { choice: string; usual?: string } | { date: string; words: string };
}

/** What a result shows of each type; none of it is kept from anybody. */
const summaries: Record<RecordHitType, SummaryFields> = {
  website: {
    columns: ["url", "lifecycle"],
    note: ({ url }) => [bareUrl(textOf(url))],
    status: { choice: "lifecycle", usual: "live" },
  },
  domain: {
    columns: ["renewsAt"],
    customerColumn: "customerId",
    note: ({ customer }) => [customer],
    status: { date: "renewsAt", words: "verlängert sich" },
  },
  host: {
    columns: ["hostname", "ips", "lifecycle"],
    note: ({ hostname, ips }) => [hostname, JSON.parse(textOf(ips) || "[]")[0]],
    status: { choice: "lifecycle", usual: "active" },
  },
  customer: {
    columns: ["number", "status"],
    note: ({ number }) => [number],
    status: { choice: "status", usual: "active" },
  },
  device: {
    columns: ["assetTag", "serial", "status"],
    note: ({ assetTag, serial }) => [[assetTag, serial].filter(Boolean).join(" · ")],
    status: { choice: "status" },
  },
  page: {
    columns: ["status"],
    note: () => ["Wiki"],
    status: { choice: "status", usual: "published" },
  },
  feedback: {
    columns: ["number", "status"],
    note: ({ number }) => [number],
    status: { choice: "status" },
  },
  incident: {
    columns: ["number", "state", "rootLabel"],
    note: ({ number, rootLabel }) => [[`#${number}`, rootLabel].filter(Boolean).join(", ")],
    status: { choice: "state" },
  },
  contact: {
    columns: ["position"],
    customerColumn: "customerId",
    note: ({ position, customer }) => [[position, customer].filter(Boolean).join(", ")],
  },
  contract: {
    columns: ["number", "status"],
    customerColumn: "customerId",
    note: ({ number, customer }) => [[number, customer].filter(Boolean).join(", ")],
    status: { choice: "status" },
  },
};

export const summaryOf = (type: RecordHitType): SummaryFields => summaries[type];

/** The second line, the right-hand side and the URL of a result. */
export function statusOf(type: RecordHitType, row: Row): Pick<SearchHit, "note" | "status" | "href"> {
  const { note, status } = summaries[type];
  return {
    note: textOf(note(row).find(Boolean)) || null,
    status: status ? readStatus(type, status, row) : null,
    href: hrefOf(type, row),
  };
}

function readStatus(type: RecordHitType, status: NonNullable<SummaryFields["status"]>, row: Row): string | null {
  if ("date" in status) {
    const date = textOf(row[status.date]);
    return date === "" ? null : `${status.words} ${date.split("-").reverse().join(".")}`;
  }
  const field = declarationOf(type).fields[status.choice];
  if (row[status.choice] === status.usual) return null;
  return field?.kind === "choice" ? (field.options[textOf(row[status.choice])] ?? null) : null;
}

function hrefOf(type: RecordHitType, { id, customerId }: Row): string {
  if (type === "contact") return `/customers/${customerId}/contacts`;
  return `${declarationOf(type).path}/${id}`;
}

const bareUrl = (url: string) => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
