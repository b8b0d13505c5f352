import { workerData } from "node:worker_threads";
import { openDataBeside } from "../../db/data-place.ts";
import { leaseMs, renewLease } from "./claims.ts";
import type { LeaseOrder } from "./lease.ts";

/** Renews the claim of one run until its process ends. */
const { place, id } = workerData as LeaseOrder;
const db = await openDataBeside(place);
const renew = () => renewLease(db, id, new Date()).catch(() => undefined);

await renew();
setInterval(() => void renew(), leaseMs / 6);
