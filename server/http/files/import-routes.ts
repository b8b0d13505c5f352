import { Hono } from "hono";
import { hasAbility } from "../../../contract/roles.ts";
import type { Environment } from "../../env.ts";
import { openFailedRows } from "../../features/imports/failed-rows.ts";
import { forbidden, Problem } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { readRequest, toContext } from "../request-context.ts";
import { answerProblem } from "./answer-problem.ts";
import { contentDisposition } from "./content-disposition.ts";
import { streamOf } from "./stream-of.ts";

/** `/api/import/{id}/failed.csv`: the rows that were not taken over, to be put right and imported again. */
export function importRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.get("/:id/failed.csv", async (c) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person, ...context } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    if (!hasAbility(person.role, "importRecords")) throw forbidden();
    const { filename, content } = await openFailedRows({ ...context, person }, c.req.param("id"));
    return new Response(
      streamOf(content, (err) => context.log.error({ err }, "failed rows could not be sent")),
      {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": contentDisposition("attachment", filename),
          "Cache-Control": "no-store",
        },
      },
    );
  });

  app.onError(answerProblem());
  return app;
}
