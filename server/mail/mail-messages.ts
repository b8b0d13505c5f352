import { fillText, type MailTextKind, paragraphsOf } from "../../contract/mail/mail-texts.ts";
import { readSettings } from "../settings/read-settings.ts";

/** Subject and paragraphs of a mail in the words of the agency; `values` stand for the placeholders of its kind. */
export async function mailMessages(
  db: Parameters<typeof readSettings>[0],
  kind: MailTextKind,
  values: Readonly<Record<string, string>>,
): Promise<{ subject: string; paragraphs: string[] }> {
  const texts = await readSettings(db, "mailTexts");
  const { agencyName } = await readSettings(db, "general");
  const all = { Agentur: agencyName || "MEDIUM TechCenter", ...values };
  return {
    subject: fillText(texts[`${kind}Subject`], all).replace(/\s+/g, " "),
    paragraphs: paragraphsOf(texts[`${kind}Text`]).map((paragraph) => fillText(paragraph, all)),
  };
}
