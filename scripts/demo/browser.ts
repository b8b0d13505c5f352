import type { ProcessOptions } from "../../server/browser/messages.ts";
import { runBrowserProcess } from "../../server/browser/run-process.ts";
import { setDetours } from "../../server/outbound/detours.ts";
import { detourTo } from "./lead-inside.ts";
import { type Answering, readOwn } from "./world.ts";

// The portal's own browser, for which the sample agency is there.

const { dataDir }: ProcessOptions = JSON.parse(process.argv[2] ?? "{}");
const answering = readOwn<Answering>(dataDir, "answering");
if (!answering) throw new Error("the servers of the demo do not run");
setDetours(detourTo(answering));
runBrowserProcess();
