import { Check, CloudOff, TriangleAlert } from "lucide-react";
import { forwardRef, useEffect, useState } from "react";
import type { Awareness } from "y-protocols/awareness";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import { AvatarStack } from "../../../ui/avatar/avatar-stack.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Icon, Spinner } from "../../../ui/icon.tsx";
import type { PageSession } from "../session/page-session.ts";
import { type SessionStatus, statusText } from "../session/session-status.ts";

interface WritingBarProps {
  session: PageSession;
  status: SessionStatus;
  personId: string;
  summary: string;
  onSummary: (text: string) => void;
  isFinishing: boolean;
  onFinish: () => void;
  /** Of a draft alone. */
  onPublish: (() => void) | undefined;
}

/** How it stands with what is written, who else writes, and the way back to reading. */
export const WritingBar = forwardRef<HTMLElement, WritingBarProps>(function WritingBar(props, ref) {
  const { session, status, personId, summary, onSummary, isFinishing, onFinish, onPublish } = props;
  const writers = useWriters(session.awareness, personId);
  return (
    <section ref={ref} aria-label="Bearbeiten" className="sticky top-0 z-20 border-b bg-surface">
      <div className="mx-auto flex min-h-12 max-w-[680px] items-center gap-x-4 px-gutter py-1.5 md:px-6">
        <SaveState status={status} />
        <AvatarStack
          role="group"
          people={writers.map((writer) => ({ ...writer, presence: "edit" as const }))}
          size={24}
          aria-label="Schreiben mit"
        />
        <span className="ml-auto flex min-w-0 items-center gap-2 max-md:flex-none">
          {!onPublish && (
            <TextInput
              aria-label="Was hast du geändert?"
              placeholder="Was hast du geändert? (optional)"
              value={summary}
              maxLength={200}
              onChange={(event) => onSummary(event.target.value)}
              className="md:!h-7 md:!w-64 md:!text-ui max-md:hidden"
            />
          )}
          <Button variant={onPublish ? undefined : "primary"} size="sm" loading={isFinishing} onClick={onFinish}>
            Fertig
          </Button>
          {onPublish && (
            <Button variant="primary" size="sm" disabled={isFinishing} onClick={onPublish}>
              Veröffentlichen
            </Button>
          )}
        </span>
      </div>
    </section>
  );
});

function SaveState({ status: latest }: { status: SessionStatus }) {
  const status = useDebouncedStatus(latest);
  const { state } = status;
  const isBad = state === "refused";
  return (
    <p
      role={isBad ? "alert" : "status"}
      className={cx("flex min-w-0 items-center gap-2 text-ui", isBad ? "text-bad-text" : "text-text-2")}
    >
      {state === "saved" && <Icon of={Check} size={14} />}
      {(state === "saving" || state === "connecting") && <Spinner size={14} />}
      {state === "offline" && <Icon of={CloudOff} size={14} />}
      {isBad && <Icon of={TriangleAlert} size={14} />}
      <span className="min-w-0">{statusText(status)}</span>
    </p>
  );
}

const delayMs = 400;

/** A status for the eyes: trouble shows at once, that all is well only when it stays so between two keystrokes. */
function useDebouncedStatus(status: SessionStatus): SessionStatus {
  const isGoodNews = status.state === "saved" || (status.state === "offline" && !status.isKeeping);
  return useDebouncedValue(status, isGoodNews ? delayMs : 0);
}

interface Writer {
  id: string;
  name: string;
}

/** Who else has the page open for writing; a person with two windows counts once. */
function useWriters(awareness: Awareness, ownId: string): readonly Writer[] {
  const [writers, setWriters] = useState<readonly Writer[]>([]);
  useEffect(() => {
    const look = () => {
      const people = new Map<string, Writer>();
      for (const { user } of awareness.getStates().values() as Iterable<{ user?: Writer }>)
        if (user?.id && user.id !== ownId) people.set(user.id, { id: user.id, name: user.name });
      setWriters((before) => (sameIds(before, people) ? before : [...people.values()]));
    };
    look();
    awareness.on("change", look);
    return () => awareness.off("change", look);
  }, [awareness, ownId]);
  return writers;
}

const sameIds = (before: readonly Writer[], people: ReadonlyMap<string, Writer>) =>
  before.length === people.size && before.every(({ id }) => people.has(id));
