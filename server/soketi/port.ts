import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { StartProblem } from "../start-problem.ts";

/** Below the ports that systems give to outgoing connections: one of those could take the port before Soketi does. */
const freePorts = { from: 20_000, to: 32_768 };
const attempts = 20;

/** Resolves with the given port, or a free one for 0; a port that cannot be bound is a StartProblem. */
export async function claimPort(port: number): Promise<number> {
  if (port === 0) return await findPort();
  const problem = await bindProblem(port);
  if (problem === undefined) return port;
  throw new StartProblem(
    problem === "EADDRINUSE"
      ? `Port ${port} für Soketi ist belegt; beende das andere Programm oder setze SOKETI_PORT auf einen freien Port.`
      : `Port ${port} für Soketi lässt sich nicht öffnen (${problem}); setze SOKETI_PORT auf einen anderen Port.`,
  );
}

async function findPort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(freePorts.from, freePorts.to);
    if ((await bindProblem(port)) === undefined) return port;
  }
  throw new StartProblem("Für Soketi ist kein Port frei; setze SOKETI_PORT auf einen freien Port.");
}

/** The code of the error that binding the port meets. */
async function bindProblem(port: number): Promise<string | undefined> {
  const probe = createServer();
  try {
    await once(probe.listen({ host: "127.0.0.1", port, exclusive: true }), "listening");
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}
