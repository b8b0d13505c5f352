import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "../../server/features/router.ts";
import { type BenchPortal, startBenchPortal } from "../bench/bench-portal.ts";

/** Twenty people who click every ten seconds ask for two things a second; this is ten times that. */
const perSecond = 20;
const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const mib = 1024 * 1024;

interface Minute {
  rssMib: number;
  descriptors: number;
  walMib: number;
  p50Ms: number;
  p95Ms: number;
  failed: number;
}

/** Uses one portal steadily and prints what it takes minute by minute; false where that grew or something failed. */
export async function runSteadily(): Promise<boolean> {
  const portal = await startBenchPortal();
  const seen: Minute[] = [];
  try {
    const use = openUse(portal);
    await use.prepare();
    console.log("Minute |  RSS MB | Dateien | WAL MB | p50 ms | p95 ms | Fehler");
    for (let minute = 1; minute <= minutes; minute += 1) {
      const took = await use.forAMinute();
      const now = { ...measure(portal), ...took };
      seen.push(now);
      const cells = [now.rssMib, now.descriptors, now.walMib, now.p50Ms, now.p95Ms, now.failed];
      console.log(`${String(minute).padStart(6)} | ${cells.map((cell) => String(cell).padStart(7)).join(" | ")}`);
    }
  } finally {
    await portal.stop();
  }
  return judge(seen);
}

function measure({ pid, dataDir }: BenchPortal): Pick<Minute, "rssMib" | "descriptors" | "walMib"> {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  const wal = statSync(path.join(dataDir, "techcenter.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0;
  return {
    rssMib: Math.round((pages * 4096) / mib),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    walMib: Math.round(wal / mib),
  };
}

function openUse({ url, cookie }: BenchPortal) {
  const api = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/api/trpc`, transformer: superjson, headers: { cookie } })],
  });
  const page = async (address: string) => {
    const answer = await fetch(`${url}${address}`, { headers: { cookie } });
    await answer.text();
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  };
  let made = 0;
  const create = () => {
    made += 1;
    return api.website.create.mutate({ body: { name: `Seite ${made}`, url: `https://seite-${made}.example` } });
  };
  // Mostly reading, as people do; a tenth writes.
  const acts: (() => Promise<unknown>)[] = [
    () => page("/"),
    () => page("/websites"),
    () => page("/tasks"),
    () => api.website.list.query({ limit: 50 }),
    () => api.website.list.query({ limit: 50, search: "Seite" }),
    () => page("/domains"),
    () => api.system.get.query({}),
    () => page("/customers"),
    () => page("/calendar"),
    create,
  ];
  return {
    prepare: () => Promise.all(Array.from({ length: 200 }, create)),
    async forAMinute(): Promise<Pick<Minute, "p50Ms" | "p95Ms" | "failed">> {
      const times: number[] = [];
      let failed = 0;
      const under: Promise<void>[] = [];
      for (let count = 0; count < perSecond * 60; count += 1) {
        const act = acts[count % acts.length];
        const begun = performance.now();
        under.push(
          Promise.resolve(act?.()).then(
            () => void times.push(performance.now() - begun),
            () => {
              failed += 1;
            },
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
      }
      await Promise.all(under);
      times.sort((one, other) => one - other);
      const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
      return { p50Ms: at(0.5), p95Ms: at(0.95), failed };
    },
  };
}

/** The last quarter is compared with the second: by then everything is warm. */
function judge(seen: readonly Minute[]): boolean {
  const quarter = Math.floor(seen.length / 4);
  const median = (part: readonly Minute[], key: keyof Minute) =>
    part.map((minute) => minute[key]).sort((one, other) => one - other)[Math.floor(part.length / 2)] ?? 0;
  const failed = seen.reduce((sum, minute) => sum + minute.failed, 0);
  if (failed > 0) console.log(`${failed} Aufrufe sind fehlgeschlagen.`);
  if (quarter === 0) return failed === 0;
  const [early, late] = [seen.slice(quarter, 2 * quarter), seen.slice(-quarter)];
  const room = { rssMib: 64, descriptors: 10, walMib: 32, p95Ms: 50 };
  const grown = Object.entries(room).filter(([key, most]) => {
    const name = key as keyof typeof room;
    return median(late, name) > median(early, name) * 1.25 + most;
  });
  for (const [key] of grown) console.log(`${key} ist gewachsen.`);
  return grown.length === 0 && failed === 0;
}
