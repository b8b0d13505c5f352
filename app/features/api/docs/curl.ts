import type { Operation, Schema } from "./openapi.ts";

const sampleId = "ID";

/** A call of an operation for the command line; the token stands for one's own. */
export function curlOf({ method, path, parameters, body }: Operation, baseUrl: string): string {
  const url = baseUrl + path.replace(/\{\w+\}/g, sampleId);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name }) => `${name}=…`)
    .join("&");
  const lines = [
    `curl -X ${method.toUpperCase()} "${url}${query && `?${query}`}"`,
    '-H "Authorization: Bearer $TOKEN"',
  ];
  if (parameters.some(({ name }) => name === "If-Match")) lines.push(`-H 'If-Match: "1"'`);
  if (method === "post" && body) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(sampleOf(body))}'`);
  return lines.join(" \\\n  ");
}

/** The required fields, or the first of those that may be changed. */
function sampleOf({ properties = {}, required }: Schema): Record<string, unknown> {
  const names = required?.length ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, sampleValue(properties[name] ?? {})]));
}

function sampleValue(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  const type = [schema.type ?? "string"].flat().find((each) => each !== "null");
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  if (type === "object") return {};
  const samples: Record<string, string> = {
    date: "2026-12-31",
    uri: "https://beispiel.example",
    email: "mail@beispiel.example",
    hostname: "beispiel.example",
  };
  if (/die id/.test(schema.description ?? "")) return sampleId;
  return samples[schema.format ?? ""] ?? "Beispiel";
}
