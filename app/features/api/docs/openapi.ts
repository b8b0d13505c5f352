/** The parts of an OpenAPI 3.1 document that the portal's own uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema?: Schema;
  description?: string;
}

interface StoredOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: { token: string[] }[];
  parameters: Parameter[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, StoredOperation>>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Without the name of its tag. */
  summary: string;
  tag: string;
  scope: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** What a success answers, and with which status. */
  answer: { status: string; schema: Schema | undefined };
}

/** Every operation of the document in its own order. */
export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, stored]) => toOperation(method, path, stored)),
  );
}

function toOperation(method: string, path: string, stored: StoredOperation): Operation {
  const [tag = ""] = stored.tags;
  const [status = "200", answer] = Object.entries(stored.responses).find(([code]) => code.startsWith("2")) ?? [];
  return {
    id: stored.operationId,
    method,
    path,
    tag,
    parameters: stored.parameters,
    summary: stored.summary.replace(`${tag}: `, ""),
    scope: stored.security[0]?.token[0] ?? "",
    body: stored.requestBody?.content["application/json"].schema,
    answer: { status, schema: answer?.content?.["application/json"]?.schema },
  };
}
