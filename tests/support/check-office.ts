import { createEngine, type Engine } from "../../server/checks/engine.ts";
import type { CheckOrder, ProbeOutcome } from "../../server/checks/probe.ts";
import { openSource } from "../../server/checks/source.ts";
import { storeFile } from "../../server/checks/store/open-store.ts";
import { openStore, type Store } from "../../server/checks/store/store.ts";
import { startWorker } from "../../server/db/wake.ts";
import { openFigures } from "../../server/features/checks/figures.ts";
import { followCheckEvents } from "../../server/features/checks/follow-events.ts";
import { askReservedNames } from "../../server/features/checks/reserved-names.ts";
import { createLog } from "../../server/log.ts";
import type { Office } from "./office.ts";

export interface CheckOffice {
  engine: Engine;
  store: Store;
  /** What was looked at, in order: the kind and the address. */
  looked: { kind: string; address: string; at: number }[];
  /** What the next looks at a name come to; `answer` for all others. */
  set(name: string, outcome: Partial<ProbeOutcome> | undefined): void;
  /** Has the engine work by itself whenever checks have changed or somebody asks for one. */
  listen(): void;
  /** Lets time pass, in steps of a second at most, with everything that is due in it. */
  pass(seconds: number, stepS?: number): Promise<void>;
  close(): Promise<void>;
}

const answer: ProbeOutcome = {
  outcome: "ok",
  phases: { dns: 2, connect: 10, tls: 20, ttfb: 60, total: 100 },
  httpStatus: 200,
};
export const down = { outcome: "failed", phases: { total: 5 }, code: "refused", text: "Verbindung abgelehnt" } as const;

const nameOf = ({ config }: CheckOrder): string => {
  const known = config as { url?: string; host?: string; name?: string };
  return known.url ? new URL(known.url).hostname : (known.host ?? known.name ?? "");
};

/** The engine over an office's own database and clock: probes answer what the test says. */
export function openCheckOffice(office: Office): CheckOffice {
  const { services } = office;
  askReservedNames(true);
  const store = openStore(storeFile(office.dataDir));
  const outcomes = new Map<string, Partial<ProbeOutcome>>();
  const looked: CheckOffice["looked"] = [];
  const engine = createEngine({
    store,
    source: openSource(services.db),
    now: () => services.now().getTime(),
    probe: async (order) => {
      const name = nameOf(order);
      looked.push({ kind: order.kind, address: name, at: services.now().getTime() });
      return { ...answer, ...outcomes.get(name) };
    },
    resolver: { resolveName: async () => [] },
    random: () => 0.5,
    log: createLog("silent"),
    unseal: services.vault.open,
    onStored: () => services.checks.announceStored(),
  });
  const writeFigures = openFigures();
  const round = async () => {
    await engine.sync();
    await engine.runDue();
    await followCheckEvents(services);
    await writeFigures(services);
  };
  let worker: ReturnType<typeof startWorker> | undefined;
  return {
    listen() {
      worker ??= startWorker(services, {
        worker: "checks",
        run: async () => void (await round()),
        failure: "the engine of the test failed",
        waits: true,
      });
    },
    engine,
    store,
    looked,
    set: (name, outcome) => void (outcome ? outcomes.set(name, outcome) : outcomes.delete(name)),
    async pass(seconds, stepS = 1) {
      for (let left = seconds; left > 0; left -= stepS) {
        office.advance(Math.min(stepS, left) * 1000);
        await round();
      }
    },
    async close() {
      await worker?.stop();
      await engine.stop();
      services.checks.close();
      store.close();
      askReservedNames(false);
    },
  };
}
