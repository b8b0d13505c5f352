import { memberStatuses } from "../../contract/incidents/incident-page.ts";
import { endReasons, incidentSeverities, incidentStates, rootTypes } from "../../contract/incidents/incidents.ts";
import { keysOf } from "../../contract/narrowing.ts";

const text = { type: "string" };
const time = { type: "string", format: "date-time" };
const timeOrNull = { type: ["string", "null"], format: "date-time" };

/** How an incident stands: what lists of the API answer beside its fields. */
export const incidentFacts = {
  ...{ number: { type: "integer" }, severity: { enum: keysOf(incidentSeverities) } },
  ...{ state: { enum: keysOf(incidentStates) }, endReason: { enum: [...keysOf(endReasons), null] } },
  root: {
    type: ["object", "null"],
    description: "Woran es liegt; null bei der eigenen Internetverbindung und von Hand gemeldeten.",
    properties: { type: { enum: keysOf(rootTypes) }, id: text, label: text },
  },
  ...{ startedAt: time, endedAt: timeOrNull, memberCount: { type: "integer" } },
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
        ...{ type: { enum: ["website", "domain", "host"] }, id: text, label: text },
        ...{ status: { enum: keysOf(memberStatuses) }, since: time, until: timeOrNull },
        customer: { type: ["object", "null"], properties: { id: text, label: text } },
      },
    },
  },
};
