import type { RecordRow } from "../../../contract/records/rows.ts";
import { type RecordPresence, useRecordPresence } from "../../lib/live/record-presence.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { AvatarStack } from "../../ui/avatar/avatar-stack.tsx";
import { presenceSentence } from "./presence-sentence.ts";

/** Who else looks at this record or edits it, as it happens. */
export function RecordPresenceLine({ record: { type, id } }: { record: RecordRow }) {
  return <PresenceLine presence={useRecordPresence(type, id)} />;
}

export function PresenceLine({ presence }: { presence: RecordPresence }) {
  const { viewers, editors } = presence;
  const people = [
    ...editors.map((person) => ({ ...person, presence: "edit" as const })),
    ...viewers.map((person) => ({ ...person, presence: "here" as const })),
  ].map(({ id, name, image, presence }) => ({ id, name, src: avatarUrl(image), presence }));
  return (
    <div className="flex min-w-0 items-center gap-3">
      <p role="status" className="min-w-0 text-right text-meta text-text-3">
        {presenceSentence(presence)}
      </p>
      <AvatarStack people={people} />
    </div>
  );
}
