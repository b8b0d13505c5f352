import { z } from "zod";
import { getSettings, readNextNumbers, updateSettings } from "../../../contract/settings/sections.ts";
import { readNextFigures } from "../../records/conditions/number-range.ts";
import { viewSettings } from "../../settings/read-settings.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";

export const settingRouter = router({
  get: procedureFor("manageSettings")
    .input(getSettings)
    .query(({ ctx, input }) => viewSettings(ctx.db, input.section)),
  nextNumbers: procedureFor("manageSettings")
    .input(readNextNumbers)
    .query(({ ctx }) => readNextFigures(ctx.db)),
  update: procedureFor("manageSettings")
    .meta({ proof: z.object({ section: z.enum(["mail", "signIn", "backup", "dmarcMailbox"]) }) })
    .input(updateSettings)
    .mutation(({ ctx, input }) => commands.updateSettings(ctx, input)),
});
