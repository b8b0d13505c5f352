import type { Context, MiddlewareHandler } from "hono";

type Answer = Response | Promise<Response>;
const tooMuch = (c: Context): Answer => c.json({ message: "Zu viele Daten.", requestId: c.get("requestId") }, 413);

/**
 * Refuses bodies of more than `maxBytes` with 413, or as `answer` says, chunked ones too. Hono's own limit cannot rebuild the request
 * objects of node-server where the global Request is left alone.
 */
export function limitBody(maxBytes: number, answer: (c: Context) => Answer = tooMuch): MiddlewareHandler {
  return async (c, next) => {
    const refuse = () => answer(c);
    if (!c.req.header("transfer-encoding")) {
      if (Number(c.req.header("content-length") ?? 0) > maxBytes) return refuse();
      return next();
    }
    const body = await readAtMost(c.req.raw.body, maxBytes);
    if (!body) return refuse();
    const { method, headers, signal } = c.req.raw;
    c.req.raw = new Request(c.req.url, { method, headers, signal, body: body.length > 0 ? body : null });
    return next();
  };
}

async function readAtMost(body: ReadableStream<Uint8Array> | null, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > maxBytes) return void reader?.cancel();
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}
