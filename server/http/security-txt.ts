import { Hono } from "hono";
import { dayMs } from "../../contract/time/durations.ts";
import type { Environment } from "../env.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";

const validMs = 180 * dayMs;

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a weakness; absent where nobody is named. */
export function securityTxt({ env, services }: { env: Environment; services: Services }): Hono<HttpEnv> {
  const { securityContact: contact } = env;
  return new Hono<HttpEnv>().get("/", (c) => {
    if (!contact) return c.text("Diese Adresse gibt es nicht.", 404);
    const expires = new Date(services.now().getTime() + validMs).toISOString();
    const canonical = `${c.get("origin")}/.well-known/security.txt`;
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      "Preferred-Languages: de, en",
      `Canonical: ${canonical}`,
    ];
    return c.text(`${lines.join("\n")}\n`);
  });
}
