import { checkTargetTypes } from "../../contract/checks/kinds.ts";
import { declarations } from "../../contract/records/declarations.ts";
import type { ApiRoute } from "./routes.ts";

const ofIncidents = { tag: declarations.incident.labels.many, shape: { kind: "plain" } } as const;
const incidentWrites = { ...ofIncidents, method: "post", scope: "monitoring:write" } as const;

const incidentRoutes: readonly ApiRoute[] = [
  {
    ...incidentWrites,
    path: "/incidents/{id}/claim",
    procedure: "incident.claim",
    summary: "Störungen: „Ich kümmere mich“",
  },
  {
    ...incidentWrites,
    path: "/incidents/{id}/close",
    procedure: "incident.close",
    summary: "Störungen: schließen, mit Ausgang",
  },
  {
    ...incidentWrites,
    path: "/incidents/{id}/notes",
    procedure: "incident.note",
    summary: "Störungen: Notiz in den Verlauf schreiben",
  },
];

const ofMaintenance = { tag: "Wartung", path: "/maintenance-windows", shape: { kind: "plain" } } as const;
const maintenanceWrites = { ...ofMaintenance, method: "post", scope: "monitoring:write" } as const;

const maintenanceRoutes: readonly ApiRoute[] = [
  {
    ...ofMaintenance,
    method: "get",
    procedure: "maintenance.list",
    scope: "monitoring:read",
    summary: "Wartung: Fenster auflisten",
    shape: { kind: "plain", numbers: ["page", "limit"] },
  },
  {
    ...ofMaintenance,
    method: "get",
    path: "/maintenance-windows/{id}",
    procedure: "maintenance.get",
    scope: "monitoring:read",
    summary: "Wartung: Fenster lesen",
  },
  { ...maintenanceWrites, procedure: "maintenance.create", summary: "Wartung: Fenster planen" },
  {
    ...maintenanceWrites,
    method: "patch",
    path: "/maintenance-windows/{id}",
    procedure: "maintenance.update",
    summary: "Wartung: Fenster ändern",
  },
  {
    ...maintenanceWrites,
    path: "/maintenance-windows/{id}/end",
    procedure: "maintenance.end",
    summary: "Wartung: Fenster beenden",
  },
];

const checkRoutes: readonly ApiRoute[] = checkTargetTypes.flatMap((type): ApiRoute[] => {
  const { plural, labels } = declarations[type];
  const shape = { kind: "plain", fixed: { type } } as const;
  const reads = { tag: labels.many, method: "get", scope: "monitoring:read", shape } as const;
  return [
    {
      ...reads,
      method: "post",
      path: `/${plural}/{id}/check`,
      procedure: "check.run",
      scope: "monitoring:write",
      summary: `${labels.many}: jetzt prüfen und das Ergebnis lesen`,
    },
    {
      ...reads,
      path: `/${plural}/{id}/checks`,
      procedure: "check.get",
      summary: `${labels.many}: Prüfungen und ihren Zustand lesen`,
    },
    {
      ...reads,
      path: `/${plural}/{id}/availability`,
      procedure: "check.availability",
      summary: `${labels.many}: Verfügbarkeit lesen`,
    },
    {
      ...reads,
      path: `/${plural}/{id}/certificates`,
      procedure: "check.certificates",
      summary: `${labels.many}: Zertifikate lesen, das jetzige zuerst`,
    },
  ];
});

/** What watches the websites: incidents, maintenance, and the checks of everything that is checked. */
export const monitoringRoutes: readonly ApiRoute[] = [...incidentRoutes, ...maintenanceRoutes, ...checkRoutes];
