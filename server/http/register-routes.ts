import { Readable } from "node:stream";
import { Hono } from "hono";
import { hasAbility } from "../../contract/roles.ts";
import { portalDate } from "../../contract/time/today.ts";
import type { Environment } from "../env.ts";
import { registerTitle, writeRegister } from "../features/privacy/register-html.ts";
import { openWholeExport } from "../features/privacy/whole-export/runs.ts";
import { forbidden, notFound, Problem } from "../problem.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { answerProblem } from "./files/answer-problem.ts";
import { contentDisposition } from "./files/content-disposition.ts";
import { answerPrintable } from "./printable-html.ts";
import { readRequest, toContext } from "./request-context.ts";

/**
 * `/api/export/privacy/register.(html|pdf)` gives the record of processing activities to admins, `alles-{id}.zip` an
 * export of everything to the admin who had it made.
 */
export function registerRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.get("/:file", async (c) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    if (!hasAbility(person.role, "manageSettings")) throw forbidden();
    const [, archiveId] = /^alles-([\w-]{1,64})\.zip$/.exec(c.req.param("file")) ?? [];
    if (archiveId) return sendArchive(await openWholeExport(services, person, archiveId));
    const [, format] = /^register\.(html|pdf)$/.exec(c.req.param("file")) ?? [];
    if (!format) throw notFound();
    const now = services.now();
    const html = await writeRegister(services.db, now);
    return answerPrintable({ html, title: registerTitle, format: format as "html" | "pdf", now }, env);
  });

  app.onError(answerProblem((entry) => services.log.warn(entry, "export refused")));
  return app;
}

async function sendArchive({ read, size, at }: Awaited<ReturnType<typeof openWholeExport>>): Promise<Response> {
  return new Response(Readable.toWeb(await read()) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(size),
      "Content-Disposition": contentDisposition("attachment", `Alles ${portalDate(at)}.zip`),
      "Cache-Control": "no-store",
    },
  });
}
