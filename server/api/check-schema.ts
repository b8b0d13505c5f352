import { availabilityRangeNames } from "../../contract/checks/availability.ts";
import { certificateLevels } from "../../contract/checks/certificate-levels.ts";
import { checkKindNames, checkTargetTypes, phases } from "../../contract/checks/kinds.ts";
import { checkOutcomes, checkStatuses } from "../../contract/checks/status.ts";
import { keysOf } from "../../contract/narrowing.ts";
import type { JsonSchema } from "./field-schema.ts";

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const integer = { type: "integer" };
const integerOrNull = { type: ["integer", "null"] };
const moment = { type: "string", format: "date-time" };
const momentOrNull = { type: ["string", "null"], format: "date-time" };
const status = { enum: keysOf(checkStatuses) };
const milliseconds = {
  type: "object",
  properties: Object.fromEntries(phases.map((phase) => [phase, { type: "number" }])),
};
const list = (items: JsonSchema) => ({ type: "array", items });
const object = (properties: JsonSchema) => ({ type: "object", properties });

const result = object({
  checkId: text,
  kind: { enum: checkKindNames },
  outcome: { enum: [...checkOutcomes, null] },
  at: momentOrNull,
  responseTimeMs: integerOrNull,
  phases: milliseconds,
  httpStatus: integerOrNull,
  code: textOrNull,
  text: textOrNull,
  certificateExpiresAt: momentOrNull,
});
const mark = object({ id: text, title: text, from: moment, to: momentOrNull, href: textOrNull });
const facts = object({
  subject: text,
  names: list(text),
  issuer: text,
  serial: text,
  fingerprint: text,
  keyFingerprint: text,
  key: text,
  validFrom: moment,
  validTo: moment,
  protocol: textOrNull,
});

/** What the API answers about checks: the views of the contract. */
export const checkAnswers: Readonly<Record<string, JsonSchema>> = {
  "check.run": object({
    target: object({ type: { enum: checkTargetTypes }, id: text }),
    status,
    results: list(result),
  }),
  "check.get": object({
    status,
    since: momentOrNull,
    checks: list(
      object({
        id: text,
        kind: { enum: checkKindNames },
        label: text,
        address: text,
        intervalSeconds: integer,
        status,
        since: momentOrNull,
        cause: textOrNull,
        pausedAt: momentOrNull,
        sightings: list(
          object({
            id: text,
            name: text,
            status,
            since: momentOrNull,
            at: momentOrNull,
            responseTimeMs: integerOrNull,
            cause: textOrNull,
            isSilent: { type: "boolean" },
          }),
        ),
      }),
    ),
  }),
  "check.availability": object({
    range: { enum: availabilityRangeNames },
    from: moment,
    to: moment,
    stepSeconds: integer,
    uptime: { ...integerOrNull, minimum: 0, maximum: 10_000, description: "Hundertstel Prozent" },
    points: list(
      object({
        at: moment,
        seconds: object(Object.fromEntries(keysOf(checkStatuses).map((name) => [name, integer]))),
        phases: milliseconds,
        p95: integerOrNull,
      }),
    ),
    byVantagePoint: list(object({ id: text, name: text, values: list({ type: ["number", "null"] }) })),
    incidents: list(mark),
    windows: list(mark),
  }),
  "check.certificates": list(
    object({
      facts,
      level: { enum: keysOf(certificateLevels) },
      seenFrom: moment,
      seenUntil: moment,
      isPresent: { type: "boolean" },
    }),
  ),
};
