import { readCheckerArguments } from "../../server/checks/checker-arguments.ts";
import { probe } from "../../server/checks/probes/probes.ts";
import { runCheckerProcess } from "../../server/checks/run-process.ts";
import { setDetours } from "../../server/outbound/detours.ts";
import { detourTo, leadInside } from "./lead-inside.ts";
import { type Answering, readOwn } from "./world.ts";

// The portal's own checker, for whom the sample agency is there.

const answering = readOwn<Answering>(readCheckerArguments().dataDir, "answering");
if (!answering) throw new Error("the servers of the demo do not run");
// Where a website leads its visitors on, its name is enough to get there.
setDetours(detourTo(answering));
await runCheckerProcess({ probe: leadInside(probe, answering) });
