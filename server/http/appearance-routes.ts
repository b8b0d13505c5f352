import { Hono } from "hono";
import { imageWidths } from "../../contract/files/file-url.ts";
import { brandColors } from "../../contract/values/brand-colors.ts";
import { toUploadedFile } from "../features/files/queries.ts";
import { logoOwner, readSettings } from "../settings/read-settings.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { sendVariant } from "./files/file-responses.ts";

const immutable = "public, max-age=31536000, immutable";

/** How the portal looks at this agency, also to who is not signed in; `?v=` names the version of the settings. */
export function appearanceRoutes({ services }: { services: Services }): Hono<HttpEnv> {
  const { db, uploads } = services;
  return new Hono<HttpEnv>()
    .get("/style.css", async () => {
      const { primaryColor } = await readSettings(db, "general");
      const headers = { "Content-Type": "text/css; charset=utf-8", "Cache-Control": immutable };
      return new Response(primaryColor ? styleOf(primaryColor) : "", { headers });
    })
    .get("/logo", async (c) => {
      const { logoKey } = await readSettings(db, "general");
      const row = logoKey
        ? await db
            .selectFrom("files")
            .select(["key", "filename", "mimeType", "size", "width", "height"])
            .where("key", "=", logoKey)
            .where("owner", "=", logoOwner)
            .executeTakeFirst()
        : undefined;
      const variant = { width: imageWidths[0], quality: 90, format: "webp" } as const;
      const answer = row && (await sendVariant(c.req.raw, uploads, toUploadedFile(row), variant));
      return answer ?? c.notFound();
    });
}

function styleOf(color: string): string {
  const { light, dark } = brandColors(color);
  const block = (selector: string, properties: Record<string, string>) =>
    `${selector}{${Object.entries(properties)
      .map(([name, value]) => `${name}:${value}`)
      .join(";")}}`;
  return block(":root:root", light) + block("html.dark:root", dark);
}
