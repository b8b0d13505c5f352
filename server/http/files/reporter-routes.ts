import { readFile } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import type { Environment } from "../../env.ts";
import { type ZippedFile, zipStream } from "../../features/wiki/formats/zip-stream.ts";
import { Problem } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { readRequest, toContext } from "../request-context.ts";
import { answerProblem } from "./answer-problem.ts";
import { contentDisposition } from "./content-disposition.ts";
import { streamOf } from "./stream-of.ts";

const folder = path.join(import.meta.dirname, "../../../integrations/wordpress");
const name = "techcenter-reporter";
/** As WordPress wants a plugin: one folder, which takes its licence along. */
const files = [
  { path: `${name}/${name}.php`, from: `${name}/${name}.php` },
  { path: `${name}/uninstall.php`, from: `${name}/uninstall.php` },
  { path: `${name}/LICENSE`, from: "LICENSE" },
];

/** `/api/export/wordpress/techcenter-reporter.zip`: the plugin that reports, to be uploaded in WordPress. */
export function reporterRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.get(`/${name}.zip`, async (c) => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person, log } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person) throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    return new Response(
      streamOf(zipStream(readFiles(), services.now()), (err) => log.error({ err }, "export failed")),
      {
        headers: {
          "Content-Type": "application/zip",
          "Content-Disposition": contentDisposition("attachment", `${name}.zip`),
          "Cache-Control": "no-store",
        },
      },
    );
  });

  app.onError(answerProblem());
  return app;
}

async function* readFiles(): AsyncGenerator<ZippedFile> {
  for (const file of files) yield { path: file.path, content: await readFile(path.join(folder, file.from), "utf8") };
}
