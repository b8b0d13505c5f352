import { createServer } from "node:net";
import { StartProblem } from "../start-problem.ts";

/** Resolves with the given port, or a free one for 0; a port that cannot be bound is a StartProblem. */
export async function claimPort(port: number): Promise<number> {
  const probe = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
        const address = probe.address();
        resolve(typeof address === "object" && address ? address.port : port);
      });
    });
  } catch (cause) {
    throw new StartProblem(portSentence(port, cause), { cause });
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

function portSentence(port: number, cause: unknown): string {
  const taken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
  return taken
    ? `Port ${port} für Soketi ist belegt; beende das andere Programm oder setze SOKETI_PORT auf einen freien Port.`
    : `Port ${port} für Soketi lässt sich nicht öffnen; setze SOKETI_PORT auf einen anderen Port.`;
}
