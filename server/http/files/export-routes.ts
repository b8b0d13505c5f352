import { Hono, type Context as HonoContext } from "hono";
import { maxSelected } from "../../../contract/records/bulk.ts";
import { readListState, toScope } from "../../../contract/records/list-state.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Environment } from "../../env.ts";
import { notFound, Problem } from "../../problem.ts";
import { writeCsv } from "../../records/export/csv.ts";
import { type Export, openExport } from "../../records/export/open-export.ts";
import { reportOf } from "../../records/export/reports.ts";
import { writeXlsx } from "../../records/export/xlsx.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { recordStores } from "../../records/registry.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { answerPrintable } from "../printable-html.ts";
import { readRequest, toContext } from "../request-context.ts";
import { answerProblem } from "./answer-problem.ts";
import { contentDisposition } from "./content-disposition.ts";
import { writePrintableList } from "./printable-list.ts";
import { streamOf } from "./stream-of.ts";

const mimeTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/**
 * `/api/export/{plural}.{csv|xlsx|pdf}` gives a list as a file: the query string is the list's own, `decimal` the sign in
 * CSV, and `ids` a selection. Long selections come as a form, because they do not fit into a URL.
 */
export function exportRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.on(["GET", "POST"], "/:file", async (c) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person, ...context } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    const ctx = { ...context, person };

    const [, name, format] = /^([A-Za-z-]+)\.(csv|xlsx|pdf)$/.exec(c.req.param("file")) ?? [];
    if (!name || !format) throw notFound();
    const searchParams = new URL(c.req.url).searchParams;
    const report = reportOf(name);
    const exported = report ? await report(ctx, searchParams) : await openList(c, ctx, name);
    ctx.log.info({ personId: person.id, name, rows: exported.total }, "records exported");
    if (format === "pdf") {
      const html = await writePrintableList(exported, services.now());
      return answerPrintable({ html, title: exported.name, format, now: services.now() }, env);
    }
    const content =
      format === "csv"
        ? writeCsv(exported, { decimal: searchParams.get("decimal") === "point" ? "point" : "comma" })
        : writeXlsx(exported, services.now());
    const filename = `${exported.name} ${portalDate(services.now())}.${format}`;
    return new Response(
      streamOf(content, (err) => ctx.log.error({ err }, "export failed")),
      {
        headers: {
          "Content-Type": mimeTypes[format as keyof typeof mimeTypes],
          "Content-Disposition": contentDisposition("attachment", filename),
          "Cache-Control": "no-store",
        },
      },
    );
  });

  app.onError(answerProblem());
  return app;
}

/** The export of a list in the state that its URL says. Throws not_found. */
async function openList(c: HonoContext<HttpEnv>, ctx: RecordContext, plural: string): Promise<Export> {
  const store = Object.values(recordStores()).find(({ declaration }) => declaration.plural === plural);
  if (!store) throw notFound();
  const searchParams = new URL(c.req.url).searchParams;
  const state = readListState(searchParams, store.declaration);
  const { list } = store.declaration;
  return openExport(store, ctx, {
    scope: { ...toScope(state) },
    orderBy: state.orderBy.length > 0 ? state.orderBy : list.orderBy,
    columns: state.columns ?? list.columns,
    ids: await readSelection(c, searchParams),
  });
}

async function readSelection(c: HonoContext<HttpEnv>, searchParams: URLSearchParams): Promise<string[] | undefined> {
  const form = c.req.method === "POST" ? await c.req.parseBody() : {};
  const given = form.ids ?? searchParams.get("ids");
  if (typeof given !== "string" || given === "") return undefined;
  const ids = [...new Set(given.split(","))];
  if (ids.length <= maxSelected) return ids;
  throw new Problem("too_large", {
    message: `Es lassen sich höchstens ${maxSelected} ausgewählte Einträge exportieren.`,
  });
}
