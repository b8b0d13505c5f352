import path from "node:path";
import { z } from "zod";
import { type Checker, openChecker } from "../checks/supervisor.ts";
import type { Environment } from "../env.ts";
import { partLog } from "../log.ts";
import type { Services } from "../trpc/context.ts";

const topics = {
  /** A node leads the checks and would have others look. */
  leader: "checks-leader",
  /** A node would look, by its clock. */
  looker: "checks-looker",
  orders: "checks-orders",
  answers: "checks-answers",
} as const;

const looker = z.object({ node: z.string(), clock: z.number() });
const sealed = z.object({ to: z.string(), sealed: z.string() });
const program = path.join(import.meta.dirname, "../checks/shares/looker-process.ts");

type Needed = Pick<Services, "bus" | "nodes">;

/** Takes how often this node has looked in the last minute. */
type OnLooks = (perMinute: number) => void;

/** What the checker of the node that leads says: orders for other nodes, and how often it looks itself. */
export function passOrders({ bus }: Needed, onLooks: OnLooks): (message: unknown) => void {
  const said = z.union([z.object({ orders: sealed }), z.object({ looks: z.number() })]);
  return (message) => {
    const { data } = said.safeParse(message);
    if (!data) return;
    if ("orders" in data) bus.publish(topics.orders, data.orders);
    else onLooks(data.looks);
  };
}

/** Tells the checker of the node that leads who would look, and what was found; `call` has the others get ready. */
export function hearLookers({ bus, nodes }: Needed, checker: Checker) {
  const stops = [
    bus.subscribe(topics.looker, (payload) => {
      const { data } = looker.safeParse(payload);
      if (data) checker.tell({ looker: data });
    }),
    bus.subscribe(topics.answers, (payload) => {
      const { data } = sealed.safeParse(payload);
      if (data?.to === nodes.id) checker.tell({ answers: data.sealed });
    }),
  ];
  return {
    call(): void {
      if (checker.state()) bus.publish(topics.leader, {});
    },
    stop(): void {
      for (const stop of stops) stop();
    },
  };
}

/**
 * Looks at targets for the node that leads the checks, in a process that starts once one says that it leads, and only
 * while this node is heard and does not end.
 */
export function lookForOthers(services: Services, env: Environment, onLooks: OnLooks) {
  const { bus, nodes } = services;
  const said = z.union([z.object({ clock: z.number(), looks: z.number() }), z.object({ answers: sealed })]);
  let isLeading = false;
  let own: Checker | undefined;

  function pass(message: unknown): void {
    const { data } = said.safeParse(message);
    if (!data) return;
    if ("answers" in data) bus.publish(topics.answers, data.answers);
    else {
      onLooks(data.looks);
      if (nodes.mayClaim()) bus.publish(topics.looker, { node: nodes.id, clock: data.clock });
    }
  }

  const stops = [
    bus.subscribe(topics.leader, () => {
      if (isLeading || own) return;
      own = openChecker({
        place: { dataDir: env.dataDir },
        nameServer: env.checks.nameServer,
        publicUrl: env.publicUrl?.href,
        program,
        logLevel: env.logLevel,
        log: partLog(services.log, "checks"),
        onStored: () => undefined,
        onSaid: pass,
      });
      own.start();
    }),
    bus.subscribe(topics.orders, (payload) => {
      const { data } = sealed.safeParse(payload);
      if (data?.to === nodes.id) own?.tell({ orders: data.sealed });
    }),
  ];
  let ending: Promise<unknown> = Promise.resolve();
  const end = () => {
    ending = Promise.all([ending, own?.stop()]);
    own = undefined;
  };
  return {
    /** This node leads by now and looks for nobody else, or it leads no more. */
    setLeading(leads: boolean): void {
      isLeading = leads;
      if (leads) end();
    },
    async stop(): Promise<void> {
      isLeading = true;
      end();
      await ending;
      for (const stop of stops) stop();
    },
  };
}
