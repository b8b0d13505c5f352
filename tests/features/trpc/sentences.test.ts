import { expect, it } from "vitest";
import { z } from "../../../contract/zod.ts";
import { sentenceOf } from "../../../contract/zod-sentences.ts";
import { openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const sentences = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message);

it.each([
  [z.number().max(100), 101, "Höchstens 100."],
  [z.number().min(1), 0, "Mindestens 1."],
  [z.number().lt(5), 5, "Weniger als 5."],
  [z.int(), 1.5, "Bitte eine ganze Zahl angeben."],
  [z.string().max(2000), "x".repeat(2001), "Höchstens 2.000 Zeichen."],
  [z.string().min(1), "", "Pflichtfeld."],
  [z.string().min(8), "kurz", "Mindestens 8 Zeichen."],
  [z.array(z.string()).max(1), ["a", "b"], "Höchstens 1 Eintrag."],
  [z.string(), undefined, "Pflichtfeld."],
  [z.string(), 7, "Bitte Text angeben."],
  [z.boolean(), "ja", "Bitte ja oder nein angeben."],
  [z.email(), "jana@", "Das ist keine E-Mail-Adresse."],
  [z.string().regex(/^a/), "b", "Diese Form wird nicht angenommen."],
  [z.number().multipleOf(5), 3, "Bitte ein Vielfaches von 5 angeben."],
  [z.enum(["csv", "xlsx"]), "pdf", "Möglich ist: csv, xlsx."],
  [z.strictObject({}), { geheim: 1 }, "geheim: Dieses Feld gibt es nicht."],
  [z.union([z.string(), z.number()]), true, "Diese Angabe wird nicht verstanden."],
])("says in plain German what is wrong with %#", (schema, input, sentence) => {
  expect(sentences(schema as z.ZodType, input)).toEqual([sentence]);
});

it("names no type and no character, whatever a schema finds", () => {
  const raw = { code: "invalid_type", expected: "map", input: 1 } as Parameters<typeof sentenceOf>[0];
  expect(sentenceOf(raw)).toBe("Diese Angabe wird nicht verstanden.");
});

it("reaches people with the name of the field", async () => {
  const office = await openOffice();
  const api = await office.as(await office.hire());
  const { message } = await refusalOf(api.website.list({ limit: 101 }));
  expect(message).toBe("limit: Höchstens 100.");
});
