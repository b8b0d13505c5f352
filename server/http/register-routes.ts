import { Hono } from "hono";
import { problemTraits } from "../../contract/problems.ts";
import { hasAbility } from "../../contract/roles.ts";
import type { Environment } from "../env.ts";
import { registerTitle, writeRegister } from "../features/privacy/register-html.ts";
import { forbidden, notFound, Problem } from "../problem.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { answerPaper } from "./printable-html.ts";
import { readRequest, toContext } from "./request-context.ts";

/** `/api/export/privacy/register.(html|pdf)` gives the record of processing activities, to admins. */
export function registerRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.get("/:file", async (c) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    if (!hasAbility(person.role, "manageSettings")) throw forbidden();
    const [, format] = /^register\.(html|pdf)$/.exec(c.req.param("file")) ?? [];
    if (!format) throw notFound();
    const now = services.now();
    const html = await writeRegister(services.db, now);
    return answerPaper({ html, title: registerTitle, format: format as "html" | "pdf", now }, env);
  });

  app.onError((error, c) => {
    if (!(error instanceof Problem)) throw error;
    if (error.cause) services.log.warn({ err: error.cause, requestId: c.get("requestId") }, "export refused");
    return c.json({ message: error.message, fields: error.fields }, problemTraits[error.code].status);
  });
  return app;
}
