import type { ApiRoute } from "./routes.ts";

const ofDiscoveries = { tag: "Adressen prüfen", shape: { kind: "plain" } } as const;

/** Finding out about URLs, and creating websites of them. */
export const discoveryRoutes: readonly ApiRoute[] = [
  {
    ...ofDiscoveries,
    method: "post",
    path: "/discoveries",
    procedure: "discovery.create",
    scope: "records:write",
    summary: "Adressen prüfen: mit 1 bis 200 Adressen beginnen",
  },
  {
    ...ofDiscoveries,
    method: "get",
    path: "/discoveries/{id}",
    procedure: "discovery.get",
    scope: "records:read",
    summary: "Adressen prüfen: die Schritte jeder Adresse lesen",
  },
  {
    ...ofDiscoveries,
    method: "post",
    path: "/discoveries/{id}/retry",
    procedure: "discovery.retry",
    scope: "records:write",
    summary: "Adressen prüfen: erneut prüfen, was nicht gelungen ist",
  },
  {
    ...ofDiscoveries,
    method: "delete",
    path: "/discoveries/{id}",
    procedure: "discovery.delete",
    scope: "records:write",
    summary: "Adressen prüfen: verwerfen",
  },
  {
    ...ofDiscoveries,
    method: "post",
    path: "/discoveries/{id}/create",
    procedure: "discovery.createSites",
    scope: "records:write",
    summary: "Adressen prüfen: Websites aus Adressen anlegen",
  },
];
