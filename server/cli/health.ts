import { everyAddress, hostInUrl } from "../listening-address.ts";

// `techcenter health HOST PORT`, which is asked every half minute by some and loads nothing but what it needs. Ends with 0
// where people can work with the portal that listens there, with 1 where they cannot, and tells what is missing.

const patienceMs = 5000;

/** What `/api/health/ready` answers. */
interface Health {
  status: "ok" | "degraded" | "unavailable" | "draining";
  database: boolean;
  migrations: boolean;
  soketi: boolean;
  checker: boolean;
  eventLoop: boolean;
  disk: string;
  /** Of several nodes alone. */
  redis?: boolean;
  node?: "living" | "unheard" | "draining";
}

const [, , listensOn = "", port = ""] = process.argv;
const host = hostInUrl(listensOn);
const where = `${everyAddress.get(host) ?? host}:${port}`;

const { isReady, sentences } = await ask();
(isReady ? process.stdout : process.stderr).write(`${sentences.join("\n")}\n`);
process.exitCode = isReady ? 0 : 1;

async function ask(): Promise<{ isReady: boolean; sentences: string[] }> {
  try {
    const answer = await fetch(`http://${where}/api/health/ready`, { signal: AbortSignal.timeout(patienceMs) });
    const health = readHealth(await answer.text());
    if (!health) return { isReady: false, sentences: [`Unter ${where} antwortet etwas anderes als das Portal.`] };
    return { isReady: answer.ok, sentences: describe(health) };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const sentence = isLate
      ? `Das Portal unter ${where} hat nach ${patienceMs / 1000} Sekunden noch nicht geantwortet.`
      : `Unter ${where} (HOST, PORT) antwortet kein Portal.`;
    return { isReady: false, sentences: [sentence] };
  }
}

function readHealth(text: string): Health | undefined {
  try {
    const read = JSON.parse(text) as Health | null;
    return typeof read?.status === "string" && typeof read.database === "boolean" ? read : undefined;
  } catch {
    return undefined;
  }
}

/** A sentence for each part that is missing, or one that nothing is. */
function describe({ database, migrations, soketi, checker, eventLoop, disk, redis, node }: Health): string[] {
  const missing = [
    ...(database ? [] : ["Die Datenbank antwortet nicht."]),
    ...(database && !migrations ? ["Die Datenbank ist nicht auf dem Stand dieser Version."] : []),
    ...(soketi ? [] : ["Der Push-Server antwortet nicht."]),
    ...(checker ? [] : ["Der Prüfer läuft nicht; nichts wird überwacht."]),
    ...(eventLoop ? [] : ["Das Portal antwortet nur verzögert."]),
    ...(redis === false ? ["Redis antwortet nicht; von anderen Knoten kommt nichts."] : []),
    ...(node === "unheard" ? ["Die anderen Knoten hören diesen nicht."] : []),
    ...(node === "draining" ? ["Dieser Knoten wird beendet."] : []),
    ...(disk === "low" ? ["Der Speicherplatz wird knapp."] : []),
    ...(disk === "full" ? ["Der Speicherplatz ist voll."] : []),
    ...(disk === "unknown" ? ["Der Datenträger antwortet nicht."] : []),
  ];
  return missing.length > 0 ? missing : ["Das Portal ist bereit."];
}
