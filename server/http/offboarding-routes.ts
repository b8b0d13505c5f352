import { Hono } from "hono";
import { hasAbility } from "../../contract/roles.ts";
import type { Environment } from "../env.ts";
import { writeHandoverReport } from "../features/offboarding/handover-report.ts";
import { getOffboarding } from "../features/offboarding/queries.ts";
import { forbidden, notFound, Problem } from "../problem.ts";
import { readSettings } from "../settings/read-settings.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { answerProblem } from "./files/answer-problem.ts";
import { answerPrintable } from "./printable-html.ts";
import { readRequest, toContext } from "./request-context.ts";

/** `/api/export/offboarding/{userId}.(html|pdf)` gives the handover report of somebody who leaves to those who manage people. */
export function offboardingRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.get("/:file", async (c) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person, sessionId = "", ...context } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    if (!hasAbility(person.role, "manageUsers")) throw forbidden();
    const [, id, format] = /^([\w-]+)\.(html|pdf)$/.exec(c.req.param("file")) ?? [];
    if (!id) throw notFound();
    const offboarding = await getOffboarding({ ...context, person, sessionId }, { id });
    const { agencyName } = await readSettings(services.db, "general");
    const html = writeHandoverReport(offboarding, agencyName);
    const title = `Austritt von ${offboarding.person.name}`;
    return answerPrintable({ html, title, format: format === "pdf" ? "pdf" : "html", now: services.now() }, env);
  });

  app.onError(answerProblem((entry) => services.log.warn(entry, "export refused")));
  return app;
}
