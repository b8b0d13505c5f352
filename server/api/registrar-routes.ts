import type { ApiRoute } from "./routes.ts";

const ofConnections = { tag: "Verbindungen zu Registraren", shape: { kind: "plain" } } as const;

/** How accounts are connected with their registrars; keys are entered in the portal only, and answered nowhere. */
export const registrarRoutes: readonly ApiRoute[] = [
  {
    ...ofConnections,
    method: "get",
    path: "/registrar-connections",
    procedure: "registrarConnection.list",
    scope: "monitoring:read",
    summary: "Verbindungen zu Registraren: auflisten, mit Stand und letzter Abfrage",
  },
  {
    ...ofConnections,
    method: "get",
    path: "/registrar-connections/{id}/domains",
    procedure: "registrarConnection.domains",
    scope: "monitoring:read",
    summary: "Verbindungen zu Registraren: Stand einer Verbindung und ihre Domains lesen",
  },
  {
    ...ofConnections,
    method: "post",
    path: "/registrar-connections/{id}/ask",
    procedure: "registrarConnection.ask",
    scope: "monitoring:write",
    summary: "Verbindungen zu Registraren: jetzt abfragen",
  },
];
