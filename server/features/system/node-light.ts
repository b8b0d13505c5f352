import type { Light } from "../../../contract/system/lights.ts";
import type { PortalNode } from "../../../contract/system/nodes.ts";
import { counted } from "../../../contract/values/counted.ts";

type Found = Omit<Light, "key" | "histories">;

const warn = (value: string, advice: string): Found => ({ state: "warn", value, advice });
const runs = (count: number) => counted(count, "Knoten läuft", "Knoten laufen");

/** Whether the nodes of a portal are well, without their names; undefined where there can be one alone. */
export function judgeNodes(nodes: readonly PortalNode[]): Found | undefined {
  if (nodes.length === 0) return undefined;
  const living = nodes.filter(({ state }) => state === "living");
  const gone = nodes.filter(({ state }) => state === "gone").length;
  if (gone > 0)
    return {
      state: "bad",
      value: `${counted(gone, "Knoten ist", "Knoten sind")} verschwunden, ${runs(living.length)}`,
      advice:
        "Sieh auf seinem Rechner nach, ob er läuft und die Datenbank erreicht. Die übrigen haben seine Arbeit übernommen; war es Absicht, steht er hier noch einen Tag.",
    };
  const deaf = living.filter(({ figures }) => figures?.isConnected === false).length;
  if (deaf > 0)
    return warn(
      `Redis ist nicht zu erreichen: ${counted(deaf, "Knoten hört", "Knoten hören")} die anderen nicht`,
      "Sieh nach, ob Redis läuft und REDIS_URL stimmt. So lange pausieren Live-Updates; gespeichert wird weiter.",
    );
  const versions = [...new Set(living.map(({ version }) => version))].toSorted();
  if (versions.length > 1)
    return warn(
      `Verschiedene Versionen: ${versions.join(", ")}`,
      "Bringe auch die übrigen Knoten auf die neue Version.",
    );
  if (living.length < 2)
    return warn(runs(living.length), "Fällt er aus, ist niemand da, der weitermacht: Starte einen zweiten.");
  return { state: "ok", value: runs(living.length), advice: null };
}
