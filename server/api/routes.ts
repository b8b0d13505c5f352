import type { ApiScope } from "../../contract/api/scopes.ts";
import type { Declaration } from "../../contract/records/declaration.ts";
import { declarations } from "../../contract/records/declarations.ts";
import type { RecordType } from "../../contract/records/record-types.ts";

export type Method = "get" | "post" | "patch" | "delete";

/** How the parts of a request become the input of a procedure, and its result an answer. */
export type Shape =
  | { kind: "list"; declaration: Declaration }
  | { kind: "record"; declaration: Declaration }
  | { kind: "create"; declaration: Declaration }
  | { kind: "update"; declaration: Declaration }
  /** `id` from the path, `version` from If-Match. */
  | { kind: "change"; declaration: Declaration }
  | { kind: "erase"; declaration: Declaration }
  /** Path and query or body are the procedure's own input. */
  | { kind: "plain" };

/** One operation of the API: a procedure under an address. */
export interface ApiRoute {
  method: Method;
  /** Below `/api/v1`, with `{name}` for what stands in the path. */
  path: string;
  procedure: string;
  scope: ApiScope;
  summary: string;
  tag: string;
  shape: Shape;
}

const areas: Partial<Record<RecordType, "wiki" | "feedback">> = { page: "wiki", feedback: "feedback" };

function routesOf(type: RecordType, declaration: Declaration): ApiRoute[] {
  const area = areas[type] ?? "records";
  const { plural, labels } = declaration;
  const route = (
    method: Method,
    path: string,
    name: string,
    shape: Exclude<Shape["kind"], "plain">,
    summary: string,
  ): ApiRoute => ({
    ...{ method, path: `/${plural}${path}`, procedure: `${type}.${name}`, tag: labels.many },
    scope: `${area}:${method === "get" ? "read" : "write"}`,
    summary: `${labels.many}: ${summary}`,
    shape: { kind: shape, declaration },
  });
  return [
    route("get", "", "list", "list", "suchen und filtern"),
    route("post", "", "create", "create", "anlegen"),
    route("get", "/{id}", "get", "record", "lesen"),
    route("patch", "/{id}", "update", "update", "Felder ändern"),
    route("post", "/{id}/archive", "archive", "change", "archivieren"),
    route("post", "/{id}/restore", "restore", "change", "wiederherstellen"),
    route("delete", "/{id}", "delete", "erase", "endgültig löschen, nur aus dem Archiv"),
  ];
}

/** Every operation that the API offers; what is not here cannot be called with a token. */
export const apiRoutes: readonly ApiRoute[] = [
  ...Object.entries(declarations).flatMap(([type, declaration]) => routesOf(type as RecordType, declaration)),
];
