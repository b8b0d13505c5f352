import { heavy, limitsKb, type PageName, readFirstLoads, weighKb } from "./first-load.ts";
import type { Row } from "./table.ts";

const names: Record<PageName, string> = {
  signIn: "JS der Anmeldung (gzip)",
  dashboard: "JS der Hülle mit Dashboard (gzip)",
  list: "JS der Liste der Websites (gzip)",
  detail: "JS der Seite einer Website (gzip)",
  wikiPage: "JS einer gelesenen Wiki-Seite (gzip)",
  form: "JS des Formulars einer Website (gzip)",
  settings: "JS der Einstellungen (gzip)",
};

/** JavaScript that a page loads before anybody clicks, gzipped, and what must not be part of it. */
export async function measureClientSize(): Promise<Row[]> {
  const loads = await readFirstLoads();
  const none = { limit: "–", ratio: "–" };
  const sizes = (Object.keys(names) as PageName[]).map((name): Row => {
    const aimKb = limitsKb[name];
    const kilobytes = weighKb(loads[name]);
    return {
      what: names[name],
      ...none,
      measured: `${kilobytes.toFixed(1)} kB`,
      aim: `≤ ${aimKb} kB`,
      isMet: kilobytes <= aimKb,
    };
  });
  const light = [...loads.dashboard, ...loads.list, ...loads.detail, ...loads.wikiPage];
  const found = Object.entries(heavy).flatMap(([library, text]) =>
    light.some((script) => script.includes(text)) ? [library] : [],
  );
  const what = `${Object.keys(heavy).join(", ")} im ersten Laden`;
  return [...sizes, { what, ...none, measured: found.join(", ") || "nein", aim: "nein", isMet: found.length === 0 }];
}
