import type { ApiScope } from "../../contract/api/scopes.ts";
import type { Declaration } from "../../contract/records/declaration.ts";
import { declarations } from "../../contract/records/declarations.ts";
import type { RecordType } from "../../contract/records/record-types.ts";
import { discoveryRoutes } from "./discovery-routes.ts";
import { legalRoutes } from "./legal-routes.ts";
import { monitoringRoutes } from "./monitoring-routes.ts";
import { registrarRoutes } from "./registrar-routes.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** How the parts of a request become the input of a procedure, and its result an answer. */
export type Shape =
  | { kind: "list"; declaration: Declaration }
  | { kind: "record"; declaration: Declaration }
  /** What `beside` names lies in the body beside the fields. */
  | { kind: "create"; declaration: Declaration; beside?: readonly string[] }
  | { kind: "update"; declaration: Declaration }
  /** `id` from the path, `version` from If-Match. */
  | { kind: "change"; declaration: Declaration }
  | { kind: "erase"; declaration: Declaration }
  /** Path and query or body are the procedure's own input; `numbers` names what in the query is one, `fixed` is what the path says. */
  | { kind: "plain"; numbers?: readonly string[]; fixed?: Readonly<Record<string, string>> };

/** One operation of the API: a procedure under a path. */
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

const areas: Partial<Record<RecordType, "wiki" | "feedback" | "monitoring">> = {
  page: "wiki",
  feedback: "feedback",
  incident: "monitoring",
};

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
    method,
    path: `/${plural}${path}`,
    procedure: `${type}.${name}`,
    tag: labels.many,
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

const wiki = { tag: declarations.page.labels.many, shape: { kind: "plain" } } as const;

/** A page begins with a place in the tree and with what it says, if that is known. */
const newPage: ApiRoute = {
  method: "post",
  path: "/pages",
  procedure: "pageTransfer.create",
  scope: "wiki:write",
  tag: wiki.tag,
  summary: "Seiten: anlegen, auch mit Inhalt als Markdown",
  shape: { kind: "create", declaration: declarations.page, beside: ["parentId", "templateId", "markdown"] },
};

const chats = { tag: "Chats", path: "/chats/{chatId}/messages" } as const;

const terms = { tag: "Laufzeiten", shape: { kind: "plain" } } as const;

/** How contracts, domains, hosts and leasing run. */
const termRoutes: readonly ApiRoute[] = [
  {
    ...terms,
    method: "get",
    path: "/terms/{type}/{id}",
    procedure: "term.list",
    scope: "records:read",
    summary: "Laufzeiten: Perioden, Entscheidungen und Preise lesen",
  },
  {
    ...terms,
    method: "post",
    path: "/terms/{type}/{id}/decide",
    procedure: "term.decide",
    scope: "records:write",
    summary: "Laufzeiten: behalten, kündigen oder abgeben",
  },
  {
    ...terms,
    method: "post",
    path: "/terms/{type}/{id}/renew",
    procedure: "term.renew",
    scope: "records:write",
    summary: "Laufzeiten: als verlängert vermerken",
  },
  {
    ...terms,
    method: "post",
    path: "/terms/{type}/{id}/price",
    procedure: "term.changePrice",
    scope: "records:write",
    summary: "Laufzeiten: Preis ab einem Tag",
  },
];

/** What is more than the fields of a record. */
const contentRoutes: readonly ApiRoute[] = [
  {
    ...wiki,
    method: "get",
    path: "/pages/{id}/content",
    procedure: "pageTransfer.readMarkdown",
    scope: "wiki:read",
    summary: "Seiten: Inhalt als Markdown und HTML lesen",
  },
  {
    ...wiki,
    method: "put",
    path: "/pages/{id}/content",
    procedure: "pageTransfer.writeMarkdown",
    scope: "wiki:write",
    summary: "Seiten: Inhalt als Markdown schreiben",
  },
  {
    method: "get",
    path: "/search",
    procedure: "page.search",
    scope: "wiki:read",
    tag: wiki.tag,
    summary: "Seiten: im Text suchen",
    shape: { kind: "plain", numbers: ["limit"] },
  },
  {
    method: "post",
    path: "/feedback/{id}/comments",
    procedure: "feedback.comment",
    scope: "feedback:write",
    tag: declarations.feedback.labels.many,
    summary: "Feedback: kommentieren",
    shape: { kind: "plain" },
  },
  {
    ...chats,
    method: "get",
    procedure: "chat.messages",
    scope: "wiki:read",
    summary: "Chats: Nachrichten lesen",
    shape: { kind: "plain", numbers: ["before", "after", "around", "limit"] },
  },
  {
    ...chats,
    method: "post",
    procedure: "chat.send",
    scope: "wiki:write",
    summary: "Chats: Nachricht schreiben",
    shape: { kind: "plain" },
  },
];

const ofTasks = { tag: "Aufgaben", shape: { kind: "plain" } } as const;
const taskWrites = { ...ofTasks, method: "post", scope: "records:write" } as const;

const taskRoutes: readonly ApiRoute[] = [
  {
    ...ofTasks,
    method: "get",
    path: "/tasks",
    procedure: "task.list",
    scope: "records:read",
    summary: "Aufgaben: auflisten und filtern",
    shape: { kind: "plain", numbers: ["page", "limit"] },
  },
  {
    ...ofTasks,
    method: "get",
    path: "/tasks/{id}",
    procedure: "task.get",
    scope: "records:read",
    summary: "Aufgaben: lesen",
  },
  { ...taskWrites, path: "/tasks", procedure: "task.create", summary: "Aufgaben: anlegen" },
  { ...taskWrites, method: "patch", path: "/tasks/{id}", procedure: "task.update", summary: "Aufgaben: ändern" },
  { ...taskWrites, method: "delete", path: "/tasks/{id}", procedure: "task.delete", summary: "Aufgaben: löschen" },
  { ...taskWrites, path: "/tasks/{id}/complete", procedure: "task.complete", summary: "Aufgaben: erledigen" },
  { ...taskWrites, path: "/tasks/{id}/reopen", procedure: "task.reopen", summary: "Aufgaben: wieder öffnen" },
  { ...taskWrites, path: "/tasks/{id}/snooze", procedure: "task.snooze", summary: "Aufgaben: zurückstellen" },
  { ...taskWrites, path: "/tasks/{id}/assign", procedure: "task.assign", summary: "Aufgaben: zuweisen" },
  { ...taskWrites, path: "/tasks/{id}/claim", procedure: "task.claim", summary: "Aufgaben: „Ich kümmere mich“" },
  { ...taskWrites, path: "/tasks/{id}/release", procedure: "task.release", summary: "Aufgaben: wieder freigeben" },
];

const ofDeadlines = { tag: "Fristen", shape: { kind: "plain" } } as const;
const deadlineWrites = { ...ofDeadlines, method: "post", scope: "records:write" } as const;

const deadlineRoutes: readonly ApiRoute[] = [
  {
    ...ofDeadlines,
    method: "get",
    path: "/deadlines",
    procedure: "deadline.list",
    scope: "records:read",
    summary: "Fristen: auflisten und filtern",
    shape: { kind: "plain", numbers: ["page", "limit"] },
  },
  {
    ...ofDeadlines,
    method: "get",
    path: "/deadlines/{id}",
    procedure: "deadline.get",
    scope: "records:read",
    summary: "Fristen: lesen",
  },
  { ...deadlineWrites, path: "/deadlines", procedure: "deadline.create", summary: "Fristen: eigenen Termin anlegen" },
  {
    ...deadlineWrites,
    method: "patch",
    path: "/deadlines/{id}",
    procedure: "deadline.update",
    summary: "Fristen: eigenen Termin ändern",
  },
  {
    ...deadlineWrites,
    method: "delete",
    path: "/deadlines/{id}",
    procedure: "deadline.delete",
    summary: "Fristen: eigenen Termin löschen",
  },
  ...Object.entries({
    complete: "erledigen",
    reopen: "wieder öffnen",
    snooze: "für sich zurückstellen",
    assign: "zuweisen",
    claim: "„Ich kümmere mich“",
    release: "wieder freigeben",
    decide: "über die Laufzeit entscheiden",
  }).map(([act, what]) => ({
    ...deadlineWrites,
    path: `/deadlines/{id}/${act}`,
    procedure: `deadline.${act}`,
    summary: `Fristen: ${what}`,
  })),
];

/** Routes that answer with more than the record itself. */
const replaced: Readonly<Record<string, (route: ApiRoute) => ApiRoute>> = {
  "page.create": () => newPage,
  "incident.get": (route) => ({ ...route, procedure: "incident.read" }),
  "incident.list": (route) => ({ ...route, procedure: "incident.find" }),
};

/** Every operation that the API offers; what is not here cannot be called with a token. */
export const apiRoutes: readonly ApiRoute[] = [
  ...Object.entries(declarations).flatMap(([type, declaration]) =>
    routesOf(type as RecordType, declaration).map((route) => replaced[route.procedure]?.(route) ?? route),
  ),
  ...contentRoutes,
  ...termRoutes,
  ...taskRoutes,
  ...deadlineRoutes,
  ...monitoringRoutes,
  ...discoveryRoutes,
  ...legalRoutes,
  ...registrarRoutes,
];
