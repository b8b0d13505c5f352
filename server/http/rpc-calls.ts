import { getErrorShape, getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import { getHTTPStatusCode } from "@trpc/server/http";
import { maxCallsPerBatch } from "../../contract/api/limits.ts";
import { isObject, requireValue } from "../../contract/narrowing.ts";
import { problemTraits } from "../../contract/problems.ts";
import { appRouter } from "../features/router.ts";
import type { Context } from "../trpc/context.ts";
import { requestIds } from "../trpc/request-ids.ts";
import { stringify } from "../trpc/stringify.ts";
import type { Call } from "./metrics/request-figures.ts";
import { areAllFull, type CreateContext, callsOf } from "./rpc.ts";

interface Asked {
  method: string;
  /** As it came: path and query. */
  target: string;
  header(name: string): string | undefined;
  readBody(): Promise<string>;
  requestId: string;
  createContext: CreateContext;
  onError(failure: { error: TRPCError; path: string | undefined; ctx: Context | undefined }): void;
}

export interface CallAnswer {
  status: number;
  json: string;
  calls: readonly Call[];
}

interface AnyProcedure {
  (call: object): Promise<unknown>;
  _def: { type: string };
}

const { _config: config } = appRouter._def;
/** By their path with its dots; the type of the router nests them. */
const procedures = new Map(Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>));
/** What requests are counted by. */
export const procedureNames: ReadonlySet<string> = new Set(procedures.keys());

/**
 * Answers a GET whose calls are all known queries, or a POST of JSON whose calls are all known mutations, with JSON, as
 * tRPC's fetch adapter does: the same procedures, input, errors and form. It spares each call the Request, Headers,
 * Response, URL and four signals that the adapter makes of it. Undefined for whatever else a request may be, which is
 * left to the adapter; its body is then still to be read.
 */
export async function answerCalls(asked: Asked): Promise<CallAnswer | undefined> {
  const request = readRequest(asked);
  if (!request) return undefined;
  const { type, paths, isBatch } = request;
  const { ctx, refusal } = await tryContext(() => asked.createContext(paths.length));
  let inputs: Promise<Record<number, unknown>> | undefined;
  const readInput = async (index: number) => {
    inputs ??= readInputs(request);
    return (await inputs)[index];
  };
  const errors: TRPCError[] = [];
  const refuse = (cause: unknown, path?: string) => {
    const error = getTRPCErrorFromUnknown(cause);
    errors.push(error);
    asked.onError({ error, path, ctx });
    const details = { config, ctx, error, input: undefined, path, type } as const;
    return { error: requestIds.run(asked.requestId, () => getErrorShape(details)) };
  };
  const call = async (path: string, index: number) => {
    try {
      if (refusal) throw refusal;
      const procedure = requireValue(procedures.get(path));
      const getRawInput = () => readInput(index);
      return {
        result: { data: await procedure({ path, getRawInput, ctx, type, signal: undefined, batchIndex: index }) },
      };
    } catch (cause) {
      return refuse(cause, path);
    }
  };
  const each = await Promise.all(paths.map(call));
  const answers = isBatch ? each : requireValue(each[0]);
  try {
    const json = toJson(answers);
    return {
      status: areAllFull(errors, paths.length) ? problemTraits.full.status : getHTTPStatusCode(answers as never),
      json,
      calls: callsOf(paths, each),
    };
  } catch (cause) {
    const answer = refuse(cause);
    return {
      status: getHTTPStatusCode(answer as never),
      json: toJson(answer),
      calls: callsOf(paths, [answer]),
    };
  }
}

type Answer = { result: { data: unknown } } | { error: object };

/** As tRPC writes answers, whose form is that of JSON-RPC 2.0 without its envelope. */
const toJson = (answers: Answer | readonly Answer[]): string =>
  isList(answers) ? `[${answers.map(toJson).join(",")}]` : answerText(answers);

const isList: (answers: Answer | readonly Answer[]) => answers is readonly Answer[] = Array.isArray;

const answerText = (answer: Answer): string =>
  "error" in answer ? `{"error":${stringify(answer.error)}}` : `{"result":{"data":${stringify(answer.result.data)}}}`;

interface Calls {
  type: "query" | "mutation";
  paths: string[];
  isBatch: boolean;
  /** Undefined where a query brings none. */
  readInput(): Promise<string | undefined>;
}

/** What a call of the portal's own clients looks like; anything unusual in it is for the adapter to judge. */
const usualTarget = /^\/api\/trpc\/([\w.,]+)(?:\?([^#]*))?$/;
const types = new Map([
  ["GET", "query"],
  ["POST", "mutation"],
] as const);

function readRequest({ method, target, header, readBody }: Asked): Calls | undefined {
  const type = types.get(method as "GET");
  const [, path, query] = usualTarget.exec(target) ?? [];
  if (!type || !path || header("trpc-accept") || header("accept")?.includes("jsonl")) return undefined;
  const mediaType = header("content-type") ?? "";
  if (type === "query" ? /multipart|octet-stream/i.test(mediaType) : !isJson(mediaType)) return undefined;
  const parameters = new URLSearchParams(query);
  if (parameters.has("connectionParams")) return undefined;
  const isBatch = parameters.get("batch") === "1";
  const paths = isBatch ? path.split(",") : [path];
  if (paths.length > maxCallsPerBatch || !paths.every((each) => procedures.get(each)?._def.type === type))
    return undefined;
  const readInput = type === "mutation" ? readBody : async () => parameters.get("input") || undefined;
  return { type, paths, isBatch, readInput };
}

const isJson = (mediaType: string) => mediaType.split(";", 1)[0]?.trim().toLowerCase() === "application/json";

async function tryContext(create: () => Promise<Context>): Promise<{ ctx?: Context; refusal?: TRPCError }> {
  try {
    return { ctx: await create() };
  } catch (cause) {
    return { refusal: getTRPCErrorFromUnknown(cause) };
  }
}

/** The inputs by the position of their call; throws a TRPCError where they cannot be read. */
async function readInputs({ paths, isBatch, readInput }: Calls): Promise<Record<number, unknown>> {
  try {
    const input = await readInput();
    if (input === undefined) return {};
    const { deserialize } = config.transformer.input;
    const read: unknown = JSON.parse(input);
    if (!isBatch) return { 0: deserialize(read) };
    if (!isObject(read) || Array.isArray(read))
      throw new Error('"input" needs to be an object when doing a batch call');
    const inputs: Record<number, unknown> = {};
    paths.forEach((_path, index) => {
      if (read[index] !== undefined) inputs[index] = deserialize(read[index]);
    });
    return inputs;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "Invalid input";
    throw new TRPCError({ code: "BAD_REQUEST", message, cause });
  }
}
