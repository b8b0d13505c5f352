import { memberStatuses } from "../../contract/incidents/incident-page.ts";
import { endReasons, incidentSeverities, incidentStates, rootTypes } from "../../contract/incidents/incidents.ts";
import { maintenanceScopes } from "../../contract/maintenance/maintenance.ts";
import { keysOf } from "../../contract/narrowing.ts";
import type { JsonSchema } from "./field-schema.ts";

const text = { type: "string" };
const time = { type: "string", format: "date-time" };
const timeOrNull = { type: ["string", "null"], format: "date-time" };

/** How an incident stands: what lists of the API answer beside its fields. */
export const incidentFacts = {
  number: { type: "integer" },
  severity: { enum: keysOf(incidentSeverities) },
  state: { enum: keysOf(incidentStates) },
  endReason: { enum: [...keysOf(endReasons), null] },
  root: {
    type: ["object", "null"],
    description: "Woran es liegt; null bei der eigenen Internetverbindung und von Hand gemeldeten.",
    properties: { type: { enum: keysOf(rootTypes) }, id: text, label: text },
  },
  startedAt: time,
  endedAt: timeOrNull,
  memberCount: { type: "integer" },
};

/** The same with whom it hits, as one incident is answered. */
export const incidentDetails = {
  ...incidentFacts,
  cause: { type: ["string", "null"] },
  members: {
    type: "array",
    description: "Die ersten 100.",
    items: {
      type: "object",
      properties: {
        type: { enum: ["website", "domain", "host"] },
        id: text,
        label: text,
        status: { enum: keysOf(memberStatuses) },
        since: time,
        until: timeOrNull,
        isPartial: {
          type: "boolean",
          description: "Antwortet sonst: nur ein Teil fällt aus, etwa ein Port oder ein Job.",
        },
        customer: { type: ["object", "null"], properties: { id: text, label: text } },
      },
    },
  },
};

const ref = { type: "object", properties: { id: text, label: text } };
const written = { type: "object", properties: { id: text } };

const maintenanceWindow = {
  type: "object",
  properties: {
    id: text,
    title: text,
    scope: { enum: keysOf(maintenanceScopes) },
    startsAt: time,
    endsAt: time,
    targets: { type: "array", description: "Leer, wenn es um alles geht.", items: ref },
    rrule: { type: ["string", "null"], description: "RRULE nach RFC 5545; null bei einem einzelnen Fenster." },
    isSilent: { type: "boolean" },
    isRunning: { type: "boolean" },
    version: { type: "integer" },
    next: { type: ["object", "null"], properties: { from: time, until: time } },
    createdBy: { ...ref, type: ["object", "null"] },
  },
};

/** What the API answers about notes of incidents and about maintenance: the views of the contract. */
export const incidentAnswers: Readonly<Record<string, JsonSchema>> = {
  "incident.note": written,
  "maintenance.list": {
    type: "object",
    properties: {
      data: { type: "array", items: maintenanceWindow },
      totalItems: { type: "integer" },
      totalPages: { type: "integer" },
    },
  },
  "maintenance.get": maintenanceWindow,
  "maintenance.create": written,
  "maintenance.update": written,
  "maintenance.end": written,
};
