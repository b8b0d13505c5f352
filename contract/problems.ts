import type { RecordKey } from "./records/record-types.ts";
import type { RecordConflict } from "./records/rows.ts";

/** Every way in which the portal refuses a request, and how each side shows it (style.md: one exhaustive table). */
export const problemCodes = [
  "unauthenticated",
  "forbidden",
  "not_found",
  "invalid",
  "conflict",
  "too_many",
  "too_large",
  "precondition",
  "unconfirmed",
  "unavailable",
  "full",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export interface ProblemTraits {
  /** The tRPC error code of the spec's catalogue. */
  rpc:
    | "UNAUTHORIZED"
    | "FORBIDDEN"
    | "NOT_FOUND"
    | "BAD_REQUEST"
    | "CONFLICT"
    | "TOO_MANY_REQUESTS"
    | "PAYLOAD_TOO_LARGE"
    | "PRECONDITION_FAILED"
    | "SERVICE_UNAVAILABLE";
  status: 400 | 401 | 403 | 404 | 409 | 412 | 413 | 429 | 503 | 507;
  /** Where the person sees it: under the fields, in the form, as a toast, or as a page. */
  shownAs: "fields" | "form" | "toast" | "page";
}

export const problemTraits = {
  unauthenticated: { rpc: "UNAUTHORIZED", status: 401, shownAs: "page" },
  forbidden: { rpc: "FORBIDDEN", status: 403, shownAs: "toast" },
  not_found: { rpc: "NOT_FOUND", status: 404, shownAs: "page" },
  invalid: { rpc: "BAD_REQUEST", status: 400, shownAs: "fields" },
  conflict: { rpc: "CONFLICT", status: 409, shownAs: "form" },
  too_many: { rpc: "TOO_MANY_REQUESTS", status: 429, shownAs: "form" },
  too_large: { rpc: "PAYLOAD_TOO_LARGE", status: 413, shownAs: "toast" },
  precondition: { rpc: "PRECONDITION_FAILED", status: 412, shownAs: "form" },
  /** Who asks has to prove once more who they are; the client asks for it and tries again. */
  unconfirmed: { rpc: "PRECONDITION_FAILED", status: 412, shownAs: "form" },
  unavailable: { rpc: "SERVICE_UNAVAILABLE", status: 503, shownAs: "toast" },
  /** The portal's disk is full: what is there can be read, and the same may be tried again once there is space. */
  full: { rpc: "SERVICE_UNAVAILABLE", status: 507, shownAs: "toast" },
} satisfies Record<ProblemCode, ProblemTraits>;

/** German sentences per field path (`email`, `body.name`); all of them, not the first. */
export type FieldProblems = Record<string, string[]>;

/** What the server adds to a failed RPC beside tRPC's own shape. */
export interface ProblemDetails {
  problem: ProblemCode | undefined;
  fields: FieldProblems | undefined;
  /** What somebody else changed meanwhile, for a `conflict` of versions. */
  conflict?: RecordConflict | undefined;
  /** The record that already has a value which only one may have. */
  existing?: RecordKey | undefined;
  requestId: string;
}
