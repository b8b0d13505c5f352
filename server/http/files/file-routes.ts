import { Hono, type Context as HonoContext } from "hono";
import type { Environment } from "../../env.ts";
import { receiveUpload } from "../../features/files/commands.ts";
import { findFile } from "../../features/files/queries.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext, Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { readRequest, toContext } from "../request-context.ts";
import { answerProblem } from "./answer-problem.ts";
import { sendFile, sendVariant } from "./file-responses.ts";
import { readVariant } from "./image-requests.ts";

/** `POST /api/upload` takes the bytes of a ticket, `GET /api/file/{key}` gives files back; both need a session. */
export function fileRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  const personContext = async (c: HonoContext<HttpEnv>): Promise<PersonContext> => {
    const request = await readRequest(services, env, c.req.raw, c.env.incoming);
    const { person, sessionId, ...rest } = toContext(services, { ...request, requestId: c.get("requestId") });
    if (!person || !sessionId)
      throw new Problem("unauthenticated", { message: "Bitte melde dich an, um fortzufahren." });
    return { ...rest, person, sessionId };
  };

  app.post("/upload", async (c) => {
    await receiveUpload(await personContext(c), c.env.incoming);
    return c.body(null, 204);
  });

  app.get("/file/:key", async (c) => {
    const { db, uploads, person } = await personContext(c);
    const file = await findFile(db, c.req.param("key"), person);
    if (!file) throw notFound();
    const variant = readVariant(file, c.req.query("w"), c.req.query("q"), c.req.header("accept"));
    const answer = variant
      ? await sendVariant(c.req.raw, uploads, file, variant)
      : await sendFile(c.req.raw, uploads, file);
    return answer ?? Promise.reject(notFound());
  });

  app.onError(answerProblem((entry) => services.log.info(entry, "file refused")));
  return app;
}
