import { heavy, limits, type PageName, readFirstLoads, weighKb } from "./first-load.ts";
import { type Row, rowAtMost } from "./table.ts";

const names: Record<PageName, string> = {
  signIn: "JS der Anmeldung (gzip)",
  dashboard: "JS der Hülle mit Dashboard (gzip)",
  list: "JS der Liste der Websites (gzip)",
  detail: "JS der Seite einer Website (gzip)",
  wikiPage: "JS einer gelesenen Wiki-Seite (gzip)",
  form: "JS des Formulars einer Website (gzip)",
  settings: "JS der Einstellungen (gzip)",
};

/** Where more is wanted than what the tests hold. */
const aimsKb: Partial<Record<PageName, number>> = { list: 180, form: 250 };

/** JavaScript that a page loads before anybody clicks, gzipped, and what must not be part of it. */
export async function measureClientSize(): Promise<Row[]> {
  const loads = await readFirstLoads();
  const sizes = (Object.keys(names) as PageName[]).map((name) => {
    const most = aimsKb[name] ?? limits[name].kilobytes;
    return rowAtMost(names[name], weighKb(loads[name]), { most, unit: "kB", digits: 1 });
  });
  const light = [...loads.dashboard, ...loads.list, ...loads.detail, ...loads.wikiPage];
  const found = Object.entries(heavy).flatMap(([library, text]) =>
    light.some((script) => script.includes(text)) ? [library] : [],
  );
  const what = `${Object.keys(heavy).join(", ")} im ersten Laden`;
  const isMet = found.length === 0;
  return [...sizes, { what, limit: "–", ratio: "–", measured: found.join(", ") || "nein", aim: "nein", isMet }];
}
