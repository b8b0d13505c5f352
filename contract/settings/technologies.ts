import { z } from "../zod.ts";

const maxRules = 60_000;
const maxTags = 100;

/** What an agency recognises on websites besides what comes with the portal, and which tags follow from it. */
export const technologySettings = z.strictObject({
  /** YAML as in the rule files of the portal: a name, and how it is known. The server reads it before it is kept. */
  rules: z.string().max(maxRules, `Regeln: Höchstens ${maxRules} Zeichen.`).default(""),
  /** By the name of the technology the name of a tag. */
  tags: z
    .array(
      z.strictObject({
        technology: z.string().trim().min(1, "Tags: Vor „=“ fehlt die Technologie.").max(80),
        tag: z.string().trim().min(1, "Tags: Hinter „=“ fehlt der Tag.").max(80),
      }),
    )
    .max(maxTags, `Tags: Höchstens ${maxTags} Zeilen.`)
    .default([]),
});

export const tryRules = z.strictObject({
  url: z.string().trim().min(1, "Adresse: Pflichtfeld.").max(2048, "Adresse: Höchstens 2048 Zeichen."),
  rules: technologySettings.shape.rules,
});
