import { sendLiveEvent } from "../../../contract/workbench/workbench.ts";
import { z } from "../../../contract/zod.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";

export const liveRouter = router({
  position: procedure.input(z.void()).query(({ ctx }) => ({ position: ctx.live.position?.() ?? null })),
  send: procedureFor("useLiveWorkbench")
    .input(sendLiveEvent)
    .mutation(({ ctx, input }) => commands.sendLiveEvent(ctx, input)),
});
