import { Counter, Gauge, type OpenMetricsContentType, type Registry } from "prom-client";
import { readPoolUse } from "../../db/postgres/pool-use.ts";
import { listLeases } from "../../nodes/leases.ts";
import type { Services } from "../../trpc/context.ts";

const prefix = "techcenter_";

/** What has to be there for a portal on a common database to tell of it; nothing of this is registered without one. */
export interface SharedGauges {
  /** What the process knows of itself, whatever is away. */
  gatherProcess(): void;
  /** What the database knows; absent on the only node of a portal. */
  gatherNodes?: () => Promise<() => undefined>;
}

type Sources = Pick<Services, "db" | "nodes" | "bus">;

export function openSharedGauges(registry: Registry<OpenMetricsContentType>, sources: Sources): SharedGauges {
  const gatherPool = readPoolUse(sources.db) && openPoolGauges(registry, sources);
  const node = sources.nodes.isShared ? openNodeGauges(registry, sources) : undefined;
  return {
    gatherProcess() {
      gatherPool?.();
      node?.gatherProcess();
    },
    ...(node && { gatherNodes: node.gatherNodes }),
  };
}

function openGauge<Label extends string>(
  registry: Registry<OpenMetricsContentType>,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Gauge<Label> {
  const gauge = new Gauge<Label>({ name: prefix + name, help, labelNames: [...labelNames], registers: [registry] });
  // Without labels it begins at 0, which would say something.
  if (labelNames.length === 0) gauge.remove();
  return gauge;
}

function openPoolGauges(registry: Registry<OpenMetricsContentType>, { db }: Pick<Services, "db">): () => void {
  const pool = openGauge(registry, "database_connections", "Connections to PostgreSQL, and what waits for one.", [
    "state",
  ]);
  const max = openGauge(registry, "database_connections_max", "How many of them there may be.");
  return () => {
    const use = readPoolUse(db);
    if (!use) return;
    for (const state of ["busy", "idle", "waiting"] as const) pool.set({ state }, use[state]);
    max.set(use.max);
  };
}

/** What a node tells of its place among the others. */
function openNodeGauges(registry: Registry<OpenMetricsContentType>, { db, nodes, bus }: Sources) {
  const info = openGauge(registry, "node_info", "Which node this is, and which run of it; always 1.", ["node", "run"]);
  const draining = openGauge(registry, "node_draining", "Whether this node is about to end.");
  const heartbeat = openGauge(registry, "node_heartbeat_age_seconds", "How long ago the others last heard this node.");
  const living = openGauge(registry, "nodes_living", "How many nodes live, this one among them.");
  const leases = openGauge(registry, "leases_led", "How much this node does for all of them at the moment.");
  const busUp = openGauge(registry, "bus_up", "Whether messages of other nodes come through Redis.");
  const busLag = openGauge(registry, "bus_lag_seconds", "How long a message last took through Redis.");
  const gaps = new Counter({
    name: `${prefix}bus_gaps`,
    help: "How often messages of other nodes may have been missed.",
    registers: [registry],
  });
  return {
    gatherProcess() {
      const figures = bus.figures();
      info.set({ node: nodes.name, run: nodes.id }, 1);
      draining.set(nodes.standing() === "draining" ? 1 : 0);
      heartbeat.set(nodes.silentMs() / 1000);
      busUp.set(figures.isConnected ? 1 : 0);
      busLag.remove();
      if (figures.lagMs !== undefined) busLag.set(figures.lagMs / 1000);
      gaps.reset();
      gaps.inc(figures.gaps);
      for (const gauge of [living, leases]) gauge.remove();
    },
    async gatherNodes() {
      const [found, led] = await Promise.all([nodes.living(), listLeases({ db, nodes })]);
      return () => {
        living.set(found.length);
        leases.set(led.filter((lease) => lease.node === nodes.id).length);
        return undefined;
      };
    },
  };
}
