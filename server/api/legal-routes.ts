import type { ApiRoute } from "./routes.ts";

const ofLegal = { tag: "Rechtliches", shape: { kind: "plain" } } as const;

/** What was found of law and quality at websites. */
export const legalRoutes: readonly ApiRoute[] = [
  {
    ...ofLegal,
    method: "get",
    path: "/websites/{id}/legal",
    procedure: "legal.get",
    scope: "monitoring:read",
    summary: "Rechtliches: letzter Lauf, Befunde und Verlauf einer Website lesen",
  },
  {
    ...ofLegal,
    method: "post",
    path: "/websites/{id}/legal/run",
    procedure: "lookup.ask",
    scope: "monitoring:write",
    summary: "Rechtliches: bald prüfen",
    shape: { kind: "plain", fixed: { kind: "legal" } },
  },
  {
    ...ofLegal,
    method: "get",
    path: "/legal-findings",
    procedure: "legal.list",
    scope: "monitoring:read",
    summary: "Rechtliches: Befunde auflisten und filtern",
    shape: { kind: "plain", numbers: ["page", "limit"] },
  },
  {
    ...ofLegal,
    method: "get",
    path: "/customers/{customerId}/legal",
    procedure: "legal.coverage",
    scope: "monitoring:read",
    summary: "Rechtliches: welche Websites eines Kunden nicht prüfbar oder noch nicht geprüft sind",
  },
  {
    ...ofLegal,
    method: "post",
    path: "/legal-findings/{id}/accept",
    procedure: "legal.accept",
    scope: "monitoring:write",
    summary: "Rechtliches: Befund mit Grund akzeptieren",
  },
  {
    ...ofLegal,
    method: "post",
    path: "/legal-findings/{id}/reopen",
    procedure: "legal.reopen",
    scope: "monitoring:write",
    summary: "Rechtliches: Befund wieder öffnen",
  },
];
