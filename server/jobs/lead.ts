import { hostClock } from "../host-clock.ts";
import { giveUpLease, holdsLease, mustHoldLease, type NodeLease, takeLease } from "../nodes/leases.ts";
import type { Services } from "../trpc/context.ts";

const lookMs = 2000;

interface Leading {
  /** Begins to lead; what is written by these services is refused once another node leads. Rejects where it cannot. */
  begin(services: Services): Promise<void>;
  /** No other node leads before this moment of the host's clock; told every two seconds, of a later one each time. */
  goOn?(until: number): void;
  /** Stops to lead, because another node does, or may soon. */
  end(): Promise<void>;
}

/** Has one of the nodes that live lead something. `stop` ends it and gives it up, so that another one begins at once. */
export function startLeading(
  services: Services,
  name: string,
  { begin, goOn, end }: Leading,
): { stop(): Promise<void> } {
  const { db, nodes, log } = services;
  let lease: NodeLease | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function takeUp(): Promise<void> {
    const taken = await takeLease(services, name);
    if (!taken) return;
    lease = taken;
    log.info({ lease: name, fence: taken.fence }, "this node leads");
    await begin({ ...services, fence: (tx) => mustHoldLease(tx, taken) });
  }

  async function letGo(): Promise<void> {
    const former = lease;
    lease = undefined;
    await end();
    if (former) await giveUpLease(db, former).catch(() => undefined);
  }

  /** Whoever is heard in time keeps a lease, so as long as this node may claim, nobody else takes it. */
  async function keep(): Promise<void> {
    if (!lease) return;
    const until = hostClock() + nodes.claimableMs();
    if (!nodes.mayClaim() || !(await holdsLease(db, lease))) return letGo();
    goOn?.(until);
  }

  async function look(): Promise<void> {
    try {
      if (!lease) await takeUp();
      await keep();
    } catch (err) {
      log.error({ err, lease: name }, "it could not be led");
      await letGo();
    }
    if (!isStopped) timer = setTimeout(again, lookMs);
  }
  let running = look();
  const again = () => {
    running = look();
  };
  return {
    async stop() {
      isStopped = true;
      await running;
      clearTimeout(timer);
      await letGo();
    },
  };
}
