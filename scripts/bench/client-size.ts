import { gzipSync } from "node:zlib";
import { heavy, type PageName, readFirstLoads } from "./first-load.ts";
import type { Row } from "./table.ts";

const aims: Record<PageName, { what: string; aimKb: number }> = {
  signIn: { what: "JS der Anmeldung (gzip)", aimKb: 100 },
  dashboard: { what: "JS der Hülle mit Dashboard (gzip)", aimKb: 190 },
  list: { what: "JS der Liste der Websites (gzip)", aimKb: 230 },
  detail: { what: "JS der Seite einer Website (gzip)", aimKb: 230 },
  wikiPage: { what: "JS einer gelesenen Wiki-Seite (gzip)", aimKb: 200 },
  form: { what: "JS des Formulars einer Website (gzip)", aimKb: 350 },
};

/** JavaScript that a page loads before anybody clicks, gzipped, and what must not be part of it. */
export async function measureClientSize(): Promise<Row[]> {
  const loads = await readFirstLoads();
  const none = { limit: "–", ratio: "–" };
  const sizes = (Object.keys(aims) as PageName[]).map((name): Row => {
    const { what, aimKb } = aims[name];
    const kilobytes = loads[name].reduce((sum, script) => sum + gzipSync(script).length, 0) / 1000;
    return { what, ...none, measured: `${kilobytes.toFixed(1)} kB`, aim: `≤ ${aimKb} kB`, isMet: kilobytes <= aimKb };
  });
  const light = [...loads.dashboard, ...loads.list, ...loads.detail, ...loads.wikiPage];
  const found = Object.entries(heavy).flatMap(([library, sign]) =>
    light.some((script) => script.includes(sign)) ? [library] : [],
  );
  const what = `${Object.keys(heavy).join(", ")} im ersten Laden`;
  return [...sizes, { what, ...none, measured: found.join(", ") || "nein", aim: "nein", isMet: found.length === 0 }];
}
