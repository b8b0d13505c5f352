import { sendLiveEvent } from "../../../contract/workbench/workbench.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";

export const liveRouter = router({
  send: procedureFor("useLiveWorkbench")
    .input(sendLiveEvent)
    .mutation(({ ctx, input }) => commands.sendLiveEvent(ctx, input)),
});
