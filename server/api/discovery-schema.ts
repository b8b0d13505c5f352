import { discoveryStepNames, stepStates } from "../../contract/discoveries/discoveries.ts";
import { keysOf } from "../../contract/narrowing.ts";
import { updateStates } from "../../contract/technologies/software.ts";
import type { JsonSchema } from "./field-schema.ts";

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const integer = { type: "integer" };
const moment = { type: "string", format: "date-time" };
const ref = { type: ["object", "null"], properties: { id: text, label: text } };
const list = (items: JsonSchema) => ({ type: "array", items });
const object = (properties: JsonSchema) => ({ type: "object", properties });

const step = object({
  step: { enum: discoveryStepNames },
  state: { enum: stepStates },
  text: { ...textOrNull, description: "Was gefunden wurde, oder warum nicht." },
  answer: {
    type: ["object", "null"],
    description: "Was der Schritt gefunden hat, je Schritt anders.",
  },
});

const discoveredUrl = object({
  id: text,
  typed: text,
  state: { enum: ["waiting", "running", "done"] },
  url: textOrNull,
  steps: list(step),
  software: {
    ...list(
      object({
        name: text,
        version: text,
        state: { enum: keysOf(updateStates) },
        latest: textOrNull,
        supportedUntil: textOrNull,
      }),
    ),
    description: "System und PHP, wie sie zu sehen waren, und wie aktuell sie heute sind.",
  },
  proposal: object({
    name: text,
    customer: ref,
    newCustomer: { type: ["object", "null"] },
    host: ref,
    website: object({}),
    redirect: {
      type: ["object", "null"],
      properties: { nameAce: text, label: text },
      description: "Die eingegebene Domain, wenn sie zu einer anderen weiterleitet.",
    },
  }),
  existing: ref,
  sameAs: textOrNull,
  website: ref,
});

/** What the API answers about discoveries: `DiscoveryView` and `CreatedSites` of the contract. */
export const discoveryAnswers: Readonly<Record<string, JsonSchema>> = {
  "discovery.create": object({ id: text }),
  "discovery.get": object({
    id: text,
    createdAt: moment,
    createdBy: ref,
    keptUntil: moment,
    total: integer,
    done: integer,
    created: integer,
    urls: list(discoveredUrl),
  }),
  "discovery.retry": object({ urlIds: { ...list(text), description: "Die Adressen, die erneut geprüft werden." } }),
  "discovery.delete": object({ id: text }),
  "discovery.createSites": object({
    created: list(object({ urlId: text, website: ref })),
    refused: list(object({ urlId: text, message: text, fields: { type: "object", additionalProperties: list(text) } })),
  }),
};

/** The body of an order to create websites, with the fields of records that it may name. */
export function createSitesBody(website: JsonSchema, customer: JsonSchema): JsonSchema {
  const site = {
    ...object({
      urlId: text,
      website: { ...website, description: "Was anders werden soll als vorgeschlagen." },
      customer: {
        anyOf: [{ const: "proposed" }, customer],
        description: "Der vorgeschlagene Kunde, oder ein neuer. Ohne Angabe bekommt die Website keinen.",
      },
      redirectDomain: {
        type: "boolean",
        description:
          "Ob die eingegebene Domain als Weiterleitung angelegt wird (proposal.redirect). Ohne Angabe: ja, außer es gibt die Website schon.",
      },
    }),
    required: ["urlId"],
    additionalProperties: false,
  };
  return {
    ...object({ sites: { ...list(site), minItems: 1, maxItems: 200 } }),
    required: ["sites"],
    additionalProperties: false,
  };
}
