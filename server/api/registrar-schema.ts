import { registrarDomainStates } from "../../contract/registrar-connections/registrar-connections.ts";
import { registrarServiceNames } from "../../contract/registrar-connections/services.ts";
import type { JsonSchema } from "./field-schema.ts";

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const integer = { type: "integer" };
const yesNo = { type: "boolean" };
const dayOrNull = { type: ["string", "null"], format: "date" };
const momentOrNull = { type: ["string", "null"], format: "date-time" };
const refProperties = { properties: { id: text, label: text } };
const ref = { type: "object", ...refProperties };
const list = (items: JsonSchema) => ({ type: "array", items });
const object = (properties: JsonSchema) => ({ type: "object", properties });

const connection = object({
  id: text,
  account: ref,
  service: { enum: registrarServiceNames },
  values: { type: "object", additionalProperties: text, description: "Angaben, die keine Geheimnisse sind." },
  secrets: { ...list(text), description: "Welche Geheimnisse hinterlegt sind, nie sie selbst." },
  isEnabled: yesNo,
  isRunning: yesNo,
  triedAt: momentOrNull,
  succeededAt: momentOrNull,
  error: { ...textOrNull, description: "Warum die letzte Abfrage nicht gelang." },
  domainCount: integer,
  unknownCount: { ...integer, description: "Dort registriert und nicht im Portal." },
  missingCount: { ...integer, description: "Im Portal bei diesem Konto, vom Registrar nicht genannt." },
  problemCount: integer,
  version: integer,
});

const answer = {
  type: ["object", "null"],
  properties: {
    registeredOn: dayOrNull,
    renewsOn: dayOrNull,
    autoRenew: { type: ["boolean", "null"] },
    isLocked: { type: ["boolean", "null"] },
    nameservers: { type: ["array", "null"], items: text },
    status: textOrNull,
    price: {
      type: ["object", "null"],
      description: "Nur für den, der Preise sehen darf.",
      properties: { cents: integer, currency: text, months: integer },
    },
  },
};

/** What the API answers about connections to registrars: `RegistrarConnection` and `RegistrarDomains` of the contract. */
export const registrarAnswers: Readonly<Record<string, JsonSchema>> = {
  "registrarConnection.list": list(connection),
  "registrarConnection.domains": object({
    connection,
    domains: list(
      object({
        nameAce: text,
        name: text,
        state: { enum: Object.keys(registrarDomainStates) },
        domain: { type: ["object", "null"], ...refProperties },
        answer,
        problem: { ...textOrNull, description: "Warum diese Domain nicht zu lesen war." },
      }),
    ),
    missing: list(ref),
  }),
  "registrarConnection.ask": object({ id: text }),
};
