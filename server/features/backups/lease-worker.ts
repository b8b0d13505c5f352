import { parentPort, workerData } from "node:worker_threads";
import { prepareBeside } from "../../db/statement-beside.ts";
import { leaseMs, leaseUntil } from "./claims.ts";
import type { LeaseOrder } from "./lease.ts";

/** Renews the claim of one run until its process ends. */
const { place, id } = workerData as LeaseOrder;
const update = await prepareBeside(
  place,
  "update backup_runs set claimed_until = ? where id = ? and state = 'running'",
);
const renew = () => update(leaseUntil(new Date()), id).catch(() => undefined);

await renew();
parentPort?.postMessage("renewed");
setInterval(() => void renew(), leaseMs / 6);
