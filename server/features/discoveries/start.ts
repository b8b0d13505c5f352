import type { Services } from "../../trpc/context.ts";
import { startDiscoveryPictures } from "./pictures.ts";
import { startLooking } from "./run.ts";
import type { DiscoveryTools } from "./tools.ts";

type Needed = Pick<Services, "db" | "nodes" | "now" | "live" | "log" | "browser" | "uploads">;

/** Finds out about URLs from now on, and takes their pictures afterwards. */
export function startDiscoveries(services: Needed, tools: DiscoveryTools): { stop(): Promise<void> } {
  const workers = [startLooking(services, tools), startDiscoveryPictures(services)];
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) };
}
