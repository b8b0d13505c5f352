import type { Page } from "playwright-core";
import type { Scene } from "./studio.ts";

/** Twelve customers as an office keeps them, one with an address that is none. */
function customerList(name: string): Buffer {
  const lines = Array.from({ length: 12 }, (_, at) => {
    const [first = ""] = name;
    const email = at === 6 ? "info(at)kunde" : `info@${first.toLowerCase()}-kunde-${at + 1}.example`;
    return `${first}-${String(at + 1).padStart(3, "0")};${name} ${at + 1};${email};0951 555 0${at + 10};Elmstedt`;
  });
  return Buffer.from(`Kd.-Nr.;Firmenname;E-Mail-Adresse;Telefon;Ort\r\n${lines.join("\r\n")}\r\n`, "latin1");
}

async function toColumns(page: Page, name = "Mühle am Bach"): Promise<void> {
  await page.goto("/import?type=customer", { waitUntil: "networkidle" });
  const file = { name: "Kundenliste.csv", mimeType: "text/csv", buffer: customerList(name) };
  await page.getByLabel("Datei auswählen").setInputFiles(file);
  await page.getByRole("heading", { name: "Spalten" }).waitFor();
  await page.getByRole("cell", { name: `${name} 1`, exact: true }).waitFor();
}

async function toCheck(page: Page, name?: string): Promise<void> {
  await toColumns(page, name);
  await page.getByRole("button", { name: /Zeilen prüfen$/ }).click();
  await page.getByRole("heading", { name: /mit Fehlern/ }).waitFor();
}

/** The same customers once more, most of them with another status, and one that nobody knows. */
async function toEffects(page: Page): Promise<void> {
  await toCheck(page);
  await page.getByRole("button", { name: /übernehmen$/ }).click();
  await page.getByRole("heading", { name: "Import abgeschlossen." }).waitFor();
  const lines = Array.from(
    { length: 6 },
    (_, at) => `M-00${at + 1};${at === 2 ? "Bestandskunde" : "Ruhend"};Bamberg;x`,
  );
  const buffer = Buffer.from(`Kd.-Nr.;Status;Ort;Kennwort\r\n${lines.join("\r\n")}\r\n`);
  await page.goto("/import?type=customer", { waitUntil: "networkidle" });
  await page.getByLabel("Datei auswählen").setInputFiles({ name: "Status.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: /Zeilen prüfen$/ }).click();
  await page.getByRole("heading", { name: "Werte ohne Gegenstück" }).waitFor();
}

export const importScenes = {
  import: {
    as: "admin",
    async pose(page) {
      await page.goto("/import?type=customer", { waitUntil: "networkidle" });
    },
  },
  "import-columns": { as: "admin", pose: (page) => toColumns(page) },
  "import-check": { as: "admin", pose: (page) => toCheck(page) },
  "import-effects": { as: "admin", pose: toEffects },
  "import-result": {
    as: "admin",
    async pose(page) {
      // Those of the former picture are in the portal by now.
      await toCheck(page, "Hof am Wald");
      await page.getByRole("button", { name: /übernehmen$/ }).click();
      await page.getByRole("heading", { name: "Import abgeschlossen." }).waitFor();
    },
  },
} satisfies Record<string, Scene>;
