import path from "node:path";
import { setTimeout } from "node:timers/promises";
import WebSocket from "ws";

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
}

const longMs = 20;
const shownCosts = 3;
const root = path.resolve(import.meta.dirname, "../../..");

/** Within the portal: how long its main thread computed at most between two timers, waiting for a busy machine left out. */
const watchTurns = `(() => {
  const computed = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
  let [last, longest] = [computed(), 0];
  setInterval(() => { const now = computed(); longest = Math.max(longest, now - last); last = now; }, 2).unref();
  globalThis.readLongestTurn = () => { const read = longest; longest = 0; return read; };
})()`;

/** Asks the portal through its inspector what its main thread computes, so that a stall can be named. */
export async function openCosts(url: string, { isProfiled }: { isProfiled: boolean }) {
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 2 ** 30 });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  let asked = 0;
  const ask = <Result>(method: string, params = {}) =>
    new Promise<Result>((resolve) => {
      const id = ++asked;
      const hear = (data: WebSocket.RawData) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.off("message", hear);
        resolve(answer.result as Result);
      };
      socket.on("message", hear).send(JSON.stringify({ id, method, params }));
    });
  await ask("Runtime.evaluate", { expression: watchTurns });
  if (isProfiled) {
    await ask("Profiler.enable");
    await ask("Profiler.setSamplingInterval", { interval: 500 });
  }
  return {
    async begin(): Promise<void> {
      if (isProfiled) await ask("Profiler.start");
      // What the profiler and the work before cost is not of what follows.
      await setTimeout(100);
      await ask("Runtime.evaluate", { expression: "readLongestTurn()" });
    },
    /** How long the main thread computed in one go since `begin`. */
    async maxTurnMs(): Promise<number> {
      const { result } = await ask<{ result: { value: number } }>("Runtime.evaluate", {
        expression: "readLongestTurn()",
      });
      return result.value;
    },
    /** What the longest turn went into, dearest first: with all that a function calls, and then what it does itself. */
    async end(): Promise<string[]> {
      if (!isProfiled) return [];
      const { profile } = await ask<{ profile: Profile }>("Profiler.stop");
      return costsOf(profile);
    },
    stop: () => socket.close(),
  };
}

/** By function, with all that it calls: the dearest in the longest turn. */
function costsOf({ nodes, samples, timeDeltas }: Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const isIdle = (id: number) => /^\((idle|program)\)$/.test(byId.get(id)?.callFrame.functionName ?? "");
  let longest: [number, number][] = [];
  let turn: [number, number][] = [];
  const length = (of: [number, number][]) => of.reduce((sum, [, ms]) => sum + ms, 0);
  for (const [index, id] of samples.entries()) {
    if (isIdle(id)) {
      if (length(turn) > length(longest)) longest = turn;
      turn = [];
    } else turn.push([id, (timeDeltas[index + 1] ?? 0) / 1000]);
  }
  if (length(turn) > length(longest)) longest = turn;
  const own = new Map<string, number>();
  const total = new Map<string, number>();
  for (const [id, ms] of longest) {
    const names = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parentOf.get(at)) names.add(nameOf(byId.get(at)));
    for (const name of names) total.set(name, (total.get(name) ?? 0) + ms);
    own.set(nameOf(byId.get(id)), (own.get(nameOf(byId.get(id))) ?? 0) + ms);
  }
  const dearest = (of: Map<string, number>, isShown: (name: string) => boolean, count: number) =>
    [...of]
      .filter(([name, ms]) => isShown(name) && ms >= longMs / 4)
      .sort((one, other) => other[1] - one[1])
      .slice(0, count)
      .map(([name, ms]) => `${name} ${Math.round(ms)} ms`);
  return [
    `Turn of ${Math.round(length(longest))} ms`,
    ...dearest(total, (name) => / (server|contract)\//.test(name), 4 * shownCosts),
    "| own:",
    ...dearest(own, () => true, 2 * shownCosts),
  ];
}

function nameOf(node: Profile["nodes"][number] | undefined): string {
  if (!node) return "?";
  const { functionName, url, lineNumber } = node.callFrame;
  const file = url
    .replace("file://", "")
    .replace(`${root}/`, "")
    .replace(/^.*node_modules\//, "~");
  return `${functionName || "(anonymous)"} ${file}:${lineNumber + 1}`;
}
