import { parentPort } from "node:worker_threads";
import { Problem } from "./problem.ts";
import type { ApartAnswer, ApartMessage, ApartOrder } from "./run-apart.ts";

const port = parentPort;
if (!port) throw new Error("runs as a worker thread only");
const say = (message: ApartMessage) => port.postMessage(message);

port.on("message", (order: ApartOrder) => void answer(order).then(say));

async function answer({ module, name, given }: ApartOrder): Promise<ApartAnswer> {
  try {
    const loaded: Record<string, (...given: unknown[]) => unknown> = await import(module);
    say({ isBegun: true });
    return { result: await loaded[name]?.(...given) };
  } catch (error) {
    if (!(error instanceof Problem)) return { failure: error };
    const { code, message, fields } = error;
    return { problem: { code, message, fields } };
  }
}
