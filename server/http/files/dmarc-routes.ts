import { Hono } from "hono";
import { maxReportBytes } from "../../../contract/dmarc/dmarc.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { Environment } from "../../env.ts";
import { keepReport } from "../../features/dmarc/commands.ts";
import { receiveDmarcReport } from "../../features/dmarc/receive.ts";
import { forbidden, notFound, Problem } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { readRequest, toContext } from "../request-context.ts";
import { answerProblem } from "./answer-problem.ts";

/** `POST /api/dmarc/{domain}`: an aggregate report as XML, gzip or zip, read while it is sent. */
export function dmarcRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.post("/:id", async (c) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person, ...context } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    if (!hasAbility(person.role, "editRecords")) throw forbidden();
    const id = c.req.param("id");
    if (!(await isReadable(context.db, { type: "domain", id }, person))) throw notFound();
    const tooLarge = Number(c.req.header("content-length") ?? 0) > maxReportBytes;
    if (tooLarge) throw new Problem("invalid", { message: "Bericht: Die Datei ist größer als 50 MB." });
    const report = await receiveDmarcReport(person.id, readPieces(c.req.raw.body));
    return c.json(await keepReport({ ...context, person }, id, report));
  });

  app.onError(answerProblem());
  return app;
}

/** The body as a stream; empty where there is none. */
async function* readPieces(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece?.value) return;
    yield piece.value;
  }
}
