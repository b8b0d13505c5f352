import { SuperJSON } from "superjson";
import { mimeTypeOf } from "../../../contract/files/files.ts";
import type { BenchPortal } from "../bench-portal.ts";

export interface Answer {
  status: number;
  /** What a procedure returned, or said of itself; undefined for pages and files. */
  json: unknown;
}

/** Calls the portal as its signed-in person, and takes refusals for answers. */
export function clientOf({ url, cookie }: BenchPortal) {
  const headers = { cookie, origin: url };
  const answerOf = async (response: Response): Promise<Answer> => {
    const body = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const json = isJson ? JSON.parse(body) : undefined;
    return { status: response.status, json: json?.result?.data?.json ?? json?.error?.json ?? json };
  };
  const get = async (path: string, more: Record<string, string> = {}) =>
    answerOf(await fetch(url + path, { headers: { ...headers, ...more } }));
  const query = (procedure: string, input: unknown) =>
    get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(SuperJSON.serialize(input)))}`);
  const mutate = async (procedure: string, input: unknown) =>
    answerOf(
      await fetch(`${url}/api/trpc/${procedure}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(SuperJSON.serialize(input)),
      }),
    );
  /** The result of a mutation that has to succeed. */
  const insist = async <Result = { id: string }>(procedure: string, input: unknown): Promise<Result> => {
    const { status, json } = await mutate(procedure, input);
    if (status !== 200) throw new Error(`${procedure} answered ${status}: ${JSON.stringify(json)}`);
    return json as Result;
  };
  return {
    get,
    query,
    mutate,
    insist,
    batch: (procedure: string, inputs: readonly unknown[]) => {
      const all = Object.fromEntries(inputs.map((input, index) => [index, SuperJSON.serialize(input)]));
      const names = inputs.map(() => procedure).join(",");
      return get(`/api/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(all))}`);
    },
    /** Uploads a file; returns its key. */
    async upload(filename: string, bytes: Uint8Array, purpose: "image" | "file" = "file"): Promise<string> {
      const file = { filename, mimeType: mimeTypeOf(filename), size: bytes.length };
      const ticket = await insist<{ url: string; fields: Record<string, string> }>("file.createUpload", {
        ...file,
        purpose,
      });
      const form = new FormData();
      for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
      form.append("file", new Blob([Uint8Array.from(bytes)]), filename);
      const sent = await fetch(new URL(ticket.url, url), { method: "POST", headers, body: form });
      if (!sent.ok) throw new Error(`the upload answered ${sent.status}`);
      const key = ticket.fields.key ?? "";
      await insist("file.confirmUpload", { ...file, key });
      return key;
    },
  };
}

export type Client = ReturnType<typeof clientOf>;
