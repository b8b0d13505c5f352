import type { z } from "zod";
import { mentionName, mentionWords } from "../../../contract/document/mentions.ts";
import type { mentionedThing } from "../../../contract/page-input.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readMentionLabels } from "../chats/mentions.ts";

/** What a mentioned thing is called, or a word for its kind where this person may not know. */
export async function readMentionName(
  { db, person }: Pick<PersonContext, "db" | "person">,
  key: z.output<typeof mentionedThing>,
): Promise<{ name: string }> {
  const labels = await readMentionLabels(db, person, [key]);
  return { name: labels.get(mentionName(key)) ?? mentionWords(key.kind) };
}
