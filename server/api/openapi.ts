import { z } from "zod";
import { apiScopes } from "../../contract/api/scopes.ts";
import type { Declaration } from "../../contract/records/declaration.ts";
import { declarations } from "../../contract/records/declarations.ts";
import { operatorsOf } from "../../contract/records/filters.ts";
import { appRouter } from "../features/router.ts";
import { checkAnswers } from "./check-schema.ts";
import { deadlineAnswers } from "./deadline-schema.ts";
import { createSitesBody, discoveryAnswers } from "./discovery-schema.ts";
import { inputSchema, type JsonSchema, outputSchema, pageOf } from "./field-schema.ts";
import { incidentAnswers, incidentDetails, incidentFacts } from "./incident-schema.ts";
import { apiBase } from "./match-route.ts";
import { registrarAnswers } from "./registrar-schema.ts";
import { type ApiRoute, apiRoutes } from "./routes.ts";
import { taskAnswers } from "./task-schema.ts";

/** The API in the words of OpenAPI 3.1, made from the declarations and schemas that the portal itself works by. */
export function openApiDocument(baseUrl: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of apiRoutes) {
    const path = paths[route.path] ?? {};
    paths[route.path] = path;
    path[route.method] = operationOf(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "MEDIUM TechCenter",
      version: "1",
      description: `Jede Anfrage trägt ein Token: „Authorization: Bearer mtc_…“. Ein Token darf nie mehr als die Person, der es gehört. Listen nehmen dieselben Angaben wie die Adresse der Liste im Portal. Wer ändert, sendet „If-Match“ mit dem ETag; mit „Idempotency-Key“ wird eine Anfrage auch bei Wiederholung nur einmal ausgeführt. Fehler folgen RFC 9457.`,
    },
    servers: [{ url: baseUrl + apiBase }],
    security: [{ token: [] }],
    tags: [...new Set(apiRoutes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: Object.entries(apiScopes)
            .map(([scope, label]) => `${scope}: ${label}`)
            .join("; "),
        },
      },
      schemas: { Problem: problemSchema },
    },
  };
}

const text = { type: "string" };

const problemSchema: JsonSchema = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: text,
    title: text,
    status: { type: "integer" },
    detail: text,
    code: text,
    requestId: text,
    errors: { type: "object", additionalProperties: { type: "array", items: text } },
    existing: { type: "object", properties: { type: text, id: text } },
  },
};

function operationOf(route: ApiRoute): JsonSchema {
  const { procedure, summary, tag, scope, method, path } = route;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: text,
  }));
  const body = bodyOf(route);
  return {
    operationId: [procedure.replace(".", "_"), ...Object.values(fixedOf(route))].join("_"),
    summary,
    tags: [tag],
    security: [{ token: [scope] }],
    parameters: [...inPath, ...queryOf(route), ...headersOf(route)],
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      [route.shape.kind === "create" ? "201" : "200"]: answerOf(route),
      ...(method !== "get" && { "409": problemAnswer("Konflikt mit dem, was gespeichert ist") }),
      ...(method === "patch" && {
        "412": problemAnswer("Der Eintrag ist neuer als der ETag in If-Match"),
        "428": problemAnswer("If-Match fehlt; nur wer überschreiben darf, kommt ohne aus"),
      }),
      "4XX": problemAnswer("Abgelehnt"),
    },
  };
}

const problemAnswer = (description: string): JsonSchema => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

const query = (name: string, schema: JsonSchema, description: string) => ({ name, in: "query", schema, description });

function queryOf({ shape, procedure, method }: ApiRoute): JsonSchema[] {
  if (shape.kind === "erase")
    return [{ ...query("title", text, "Zur Bestätigung: der Name des Eintrags."), required: true }];
  if (shape.kind === "plain" && method === "get") return plainQuery(procedure, shape.fixed ?? {});
  if (shape.kind !== "list") return [];
  const filters = Object.entries(shape.declaration.fields).flatMap(([name, field]) => {
    const operators = operatorsOf(field);
    return operators.length > 0 ? [query(`f[${name}]`, text, `${field.label}: ${operators.join(", ")}`)] : [];
  });
  return [
    query("q", { ...text, maxLength: 200 }, "Suchtext"),
    query("page", { type: "integer", minimum: 1, default: 1 }, "Seite"),
    query("limit", { type: "integer", minimum: 1, maximum: 100, default: 50 }, "Einträge je Seite"),
    query("sort", text, "Felder, mit Komma getrennt; „-“ davor kehrt um"),
    query("archived", { enum: ["0", "1"] }, "1: aus dem Archiv"),
    query("fields", text, "Nur diese Felder, mit Komma getrennt"),
    ...filters,
  ];
}

const fixedOf = ({ shape }: ApiRoute) => (shape.kind === "plain" && shape.fixed) || {};

function plainQuery(procedure: string, fixed: Readonly<Record<string, string>>): JsonSchema[] {
  const { properties = {}, required = [] } = procedureInput(procedure) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties)
    .filter(([name]) => name !== "id" && !Object.hasOwn(fixed, name))
    .map(([name, schema]) => ({ name, in: "query", schema, required: required.includes(name) }));
}

function headersOf({ method, shape }: ApiRoute): JsonSchema[] {
  if (method === "get") return [];
  const description = "Mit demselben Schlüssel wird dieselbe Anfrage nur einmal ausgeführt.";
  const key = { name: "Idempotency-Key", in: "header", schema: { ...text, maxLength: 255 }, description };
  if (shape.kind !== "update" && shape.kind !== "change") return [key];
  return [
    key,
    { name: "If-Match", in: "header", schema: text, description: "Der ETag, von dem die Änderung ausgeht." },
  ];
}

function bodyOf({ shape, procedure, method }: ApiRoute): JsonSchema | undefined {
  if (shape.kind === "create") return withBeside(recordBody(shape.declaration, true), procedure, shape.beside ?? []);
  if (shape.kind === "update") return recordBody(shape.declaration, false);
  if (shape.kind === "plain" && shape.fixed && procedure === "check.run") return undefined;
  if (procedure === "discovery.createSites")
    return createSitesBody(recordBody(declarations.website, false), recordBody(declarations.customer, true));
  return shape.kind === "plain" && method !== "get" ? procedureInput(procedure) : undefined;
}

/** With what lies beside the fields in the same body. */
function withBeside(body: JsonSchema, procedure: string, names: readonly string[]): JsonSchema {
  if (names.length === 0) return body;
  const { properties = {} } = procedureInput(procedure) as { properties?: Record<string, JsonSchema> };
  const beside = Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]));
  return { ...body, properties: { ...(body.properties as object), ...beside } };
}

function recordBody({ fields }: Declaration, isNew: boolean): JsonSchema {
  const writable = Object.entries(fields).filter(([, { readOnly }]) => !readOnly);
  const required = writable.filter(
    ([, field]) => field.required && !field.auto && !("initial" in field && field.initial !== undefined),
  );
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(writable.map(([name, field]) => [name, inputSchema(field)])),
    ...(isNew && required.length > 0 && { required: required.map(([name]) => name) }),
  };
}

function answerOf({ shape, procedure }: ApiRoute): JsonSchema {
  const json = (schema: JsonSchema) => ({ description: "Gelungen", content: { "application/json": { schema } } });
  const integer = { type: "integer" };
  if (procedure === "incident.find") return json(pageOf(withFacts(incidentFacts)));
  if (["incident.read", "incident.claim", "incident.close"].includes(procedure))
    return json(withFacts(incidentDetails));
  if (shape.kind === "record") return json(recordSchema(shape.declaration));
  if (shape.kind === "list")
    return json({
      type: "object",
      properties: {
        data: { type: "array", items: recordSchema(shape.declaration) },
        totalItems: integer,
        totalPages: integer,
      },
    });
  if (shape.kind === "create" || shape.kind === "update" || shape.kind === "change")
    return json({ type: "object", properties: { id: text, title: text, version: integer } });
  return json(answers[procedure] ?? {});
}

/** What is answered where no record of a declaration is, by procedure. */
const answers: Readonly<Record<string, JsonSchema>> = {
  ...checkAnswers,
  ...deadlineAnswers,
  ...discoveryAnswers,
  ...incidentAnswers,
  ...registrarAnswers,
  ...taskAnswers,
};

function withFacts(facts: JsonSchema): JsonSchema {
  const record = recordSchema(declarations.incident);
  return { ...record, properties: { ...(record.properties as object), ...facts } };
}

function recordSchema({ type, fields }: Declaration): JsonSchema {
  const time = { type: "string", format: "date-time" };
  const values = Object.entries(fields)
    .filter(([, { kind }]) => kind !== "machine")
    .map(([name, field]) => [name, outputSchema(field)]);
  return {
    type: "object",
    properties: {
      id: text,
      type: { const: type },
      title: text,
      version: { type: "integer" },
      createdAt: time,
      updatedAt: time,
      archivedAt: { type: ["string", "null"], format: "date-time" },
      values: { type: "object", properties: Object.fromEntries(values) },
    },
  };
}

/** The schema that a procedure checks its input by. */
function procedureInput(procedure: string): JsonSchema {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>;
  const schema = procedures[procedure]?._def.inputs.at(-1);
  return schema ? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema) : {};
}
