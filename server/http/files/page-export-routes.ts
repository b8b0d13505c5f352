import { Hono, type Context as HonoContext } from "hono";
import { maxSelected } from "../../../contract/records/bulk.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { PossibleFormats } from "../../../contract/wiki/page-transfer.ts";
import { hasChromium } from "../../browser/find-chromium.ts";
import type { Environment } from "../../env.ts";
import { printPdf } from "../../features/wiki/formats/print-pdf.ts";
import { zipStream } from "../../features/wiki/formats/zip-stream.ts";
import { htmlFiles } from "../../features/wiki/transfer/export-html.ts";
import { markdownFiles } from "../../features/wiki/transfer/export-markdown.ts";
import { plainName } from "../../features/wiki/transfer/export-paths.ts";
import { writePrintable } from "../../features/wiki/transfer/export-pdf.ts";
import { type ExportScope, openPageExport } from "../../features/wiki/transfer/exported-pages.ts";
import { forbidden, notFound, Problem } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { readRequest, toContext } from "../request-context.ts";
import { answerProblem } from "./answer-problem.ts";
import { contentDisposition } from "./content-disposition.ts";
import { streamOf } from "./stream-of.ts";

/**
 * `/api/export/wiki/{id}.(zip|html.zip|pdf)` gives a page with what lies below it, with `alone=1` by itself; in place of
 * the id `all` gives the whole wiki and `selected` the pages whose ids come as a form. `formats` says what is possible.
 */
export function pageExportRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  const personOf = async (c: HonoContext<HttpEnv>) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person, ...context } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    return { person, context };
  };

  app.get("/formats", async (c) => {
    await personOf(c);
    const possible: PossibleFormats = { pdf: hasChromium(env.browser) };
    return c.json(possible, 200, { "Cache-Control": "no-store" });
  });

  app.on(["GET", "POST"], "/:file", async (c) => {
    const { person, context } = await personOf(c);
    const [, id, format] = /^([\w-]+)\.(zip|html\.zip|pdf)$/.exec(c.req.param("file")) ?? [];
    if (!id || !format) throw notFound();
    if (!hasAbility(person.role, "exportRecords")) throw forbidden();
    const ctx = { ...context, person };
    const pages = await openPageExport(ctx, { scope: await scopeOf(c, id), format });
    ctx.log.info({ personId: person.id, scope: id, format, pages: pages.order.length }, "pages exported");
    const end = format === "pdf" ? "pdf" : "zip";
    const name = `${plainName(pages.title)}${format === "html.zip" ? " (HTML)" : ""} ${portalDate(services.now())}`;
    const headers = {
      "Content-Type": `application/${end}`,
      "Content-Disposition": contentDisposition("attachment", `${name}.${end}`),
      "Cache-Control": "no-store",
    };
    if (format === "pdf") {
      const html = await writePrintable(services, pages);
      const pdf = await printPdf({ html, title: pages.title }, env.browser);
      return new Response(Uint8Array.from(pdf), { headers });
    }
    const files = format === "zip" ? markdownFiles(services.uploads, pages) : htmlFiles(services, pages);
    const report = (err: unknown) => ctx.log.error({ err }, "export failed");
    return new Response(streamOf(zipStream(files, services.now()), report), { headers });
  });

  app.onError(answerProblem((entry) => services.log.warn(entry, "export refused")));
  return app;
}

async function scopeOf(c: HonoContext<HttpEnv>, id: string): Promise<ExportScope> {
  if (id === "all") return { kind: "all" };
  if (id !== "selected") return { kind: "tree", id, alone: c.req.query("alone") === "1" };
  const form = c.req.method === "POST" ? await c.req.parseBody() : {};
  const ids = typeof form.ids === "string" ? [...new Set(form.ids.split(",").filter(Boolean))] : [];
  if (ids.length > maxSelected)
    throw new Problem("too_large", { message: `Es lassen sich höchstens ${maxSelected} Seiten auswählen.` });
  return { kind: "some", ids };
}
