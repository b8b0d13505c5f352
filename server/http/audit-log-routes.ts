import { Hono } from "hono";
import { type AuditFilter, auditFilter } from "../../contract/audit-log/audit-log.ts";
import { hasAbility } from "../../contract/roles.ts";
import { portalDate } from "../../contract/time/today.ts";
import type { Environment } from "../env.ts";
import { readEntries } from "../features/audit-log/queries.ts";
import { forbidden, invalidField, Problem } from "../problem.ts";
import { textCell } from "../records/export/csv.ts";
import type { PersonContext, Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { answerProblem } from "./files/answer-problem.ts";
import { contentDisposition } from "./files/content-disposition.ts";
import { streamOf } from "./files/stream-of.ts";
import { readRequest, toContext } from "./request-context.ts";

const columns = ["Zeitpunkt", "Person", "Vorgang", "Art", "Name", "Kennung", "Felder"];
const entriesAtOnce = 500;

/** `/api/export/audit-log.csv` gives the audit log as a file, filtered by `actor`, `area`, `from` and `to`. */
export function auditLogRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.get("/audit-log.csv", async (c) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person, ...context } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    if (!hasAbility(person.role, "manageSettings")) throw forbidden();
    const ctx = { ...context, person };
    const content = writeAuditLog(ctx, readFilter(new URL(c.req.url).searchParams));
    ctx.log.info({ personId: person.id }, "audit log exported");
    return new Response(
      streamOf(content, (err) => ctx.log.error({ err }, "export failed")),
      {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": contentDisposition("attachment", `Protokoll ${portalDate(services.now())}.csv`),
          "Cache-Control": "no-store",
        },
      },
    );
  });

  app.onError(answerProblem());
  return app;
}

function readFilter(searchParams: URLSearchParams): AuditFilter {
  const { actor: actorId, ...given } = Object.fromEntries([...searchParams].filter(([, value]) => value !== ""));
  const read = auditFilter.safeParse({ ...given, ...(actorId && { actorId }) });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidField(issue?.path.join(".") || "address", issue?.message ?? "Diese Angabe ist ungültig.");
}

async function* writeAuditLog(
  ctx: Pick<PersonContext, "db" | "person">,
  where: AuditFilter,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const line = (cells: readonly string[]) => `${cells.map(textCell).join(";")}\r\n`;
  yield encoder.encode(`\uFEFF${line(columns)}`);
  let entries = await readEntries(ctx, where, { limit: entriesAtOnce });
  while (entries.length > 0) {
    const lines = entries.map(({ at, actor, label, subject, fields }) =>
      line([
        at.toISOString(),
        actor?.name ?? "",
        label,
        subject.type,
        subject.title ?? "",
        subject.id,
        fields.join(", "),
      ]),
    );
    yield encoder.encode(lines.join(""));
    entries = await readEntries(ctx, where, { limit: entriesAtOnce, after: entries.at(-1) });
  }
}
