import { useNavigate } from "@remix-run/react";
import { useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import type { Doc, Transaction } from "yjs";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import type { EditorHandle } from "../../../document/editor/document-editor.tsx";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC, useTRPCClient } from "../../../lib/api/trpc.tsx";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { useEditingPresence } from "../../../lib/live/record-presence.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { type CopiedText, copyText } from "../copy-text.ts";
import { pagePath } from "../page-path.ts";
import { GonePage } from "../reading/gone-page.tsx";
import { PageCrumbs } from "../reading/page-crumb.tsx";
import type { PageSession } from "../session/page-session.ts";
import { hasUnsaved, type SessionStatus } from "../session/session-status.ts";
import { usePageSession, useSessionStatus } from "../session/use-page-session.ts";
import { LeaveGuard, saveRevision, useFinish, useHasWritten } from "./leaving.tsx";
import { StoppedNotice } from "./stopped-notice.tsx";
import { TextSkeleton } from "./text-skeleton.tsx";
import { TitleField } from "./title-field.tsx";
import { useHeight } from "./use-height.ts";
import type { PageBeginning } from "./use-page-beginning.ts";
import { WritingBar } from "./writing-bar.tsx";

const DocumentEditor = lazyPart(
  async () => (await import("../../../document/editor/document-editor.tsx")).DocumentEditor,
  <TextSkeleton />,
);

interface WritingPageProps {
  page: PageReading;
  /** Of a page that is created by what is written here. */
  beginning: PageBeginning | undefined;
  /** It is no longer there, or no longer for this person. */
  isGone: boolean;
}

/** A page of the wiki as it is written, together with everybody else who writes in it. */
export function WritingPage(props: WritingPageProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />;
}

function Attempt({ page, beginning, isGone, onAgain }: WritingPageProps & { onAgain: () => void }) {
  const person = useSession().data?.user;
  const { row } = page;
  const { session, isReady } = usePageSession({ pageId: beginning?.id ?? row.id, personId: person?.id ?? "" });
  const refreshed = useRefreshedReading(row.id);
  if (!person || !session) return isGone ? <GonePage /> : <Frame page={page} beginning={beginning} />;
  const open = { page, beginning, isGone, session, isReady, person, refresh: refreshed, onAgain };
  return <OpenPage {...open} />;
}

interface OpenPageProps extends WritingPageProps {
  session: PageSession;
  isReady: boolean;
  person: { id: string; name: string };
  refresh: () => Promise<void>;
  onAgain: () => void;
}

function OpenPage({
  page,
  beginning,
  isGone: isUnreadable,
  session,
  isReady,
  person,
  refresh,
  onAgain,
}: OpenPageProps) {
  const { row } = page;
  const client = useTRPCClient();
  const navigate = useNavigate();
  const allowing = useMutate(useTRPC().page.allowSecret.mutationOptions(), { refreshes: ["change"] });
  const status = statusOf(useSessionStatus(session), beginning);
  useBegin(session.doc, beginning);
  const editor = useRef<EditorHandle>();
  const bar = useRef<HTMLElement>(null);
  const barHeight = useHeight(bar);
  const [summary, setSummary] = useState("");
  const hasWritten = useHasWritten(session.doc);
  const publishing = useMutate(useTRPC().page.publish.mutationOptions(), {
    refreshes: ["page", "change"],
    success: "Veröffentlicht.",
  });
  const isDraft = row.values.status === "draft";
  const { finish, isFinishing } = useFinish(status, async (isPublishing) => {
    if (status.state === "unbegun") return navigate(beginning?.back ?? "/wiki");
    if (isPublishing && !(await publishing.mutateAsync({ id: row.id }).catch(() => undefined))) return;
    if (hasWritten()) {
      void saveRevision(client, { id: row.id, summary: summary.trim() }).then(refresh);
    }
    navigate(pagePath(row), { preventScrollReset: true, state: { hasWritten: true } });
  });
  const isGone = isUnreadable || (status.state === "refused" && status.code === 4404);
  const left = useLeftText(isGone, hasUnsaved(status), editor);
  const isTrashed = row.archivedAt !== null;
  const mayWrite = status.access !== "read" && status.state !== "refused" && !isTrashed;

  if (left) return <GonePage unsaved={left.text} />;
  return (
    <div style={{ "--editor-top": `${barHeight}px` } as CSSProperties}>
      <LeaveGuard status={status} />
      {row.id && <EditingPresence id={row.id} />}
      <WritingBar
        ref={bar}
        session={session}
        status={status}
        personId={person.id}
        summary={summary}
        onSummary={setSummary}
        isFinishing={isFinishing}
        onFinish={() => finish()}
        onPublish={isDraft ? () => finish("publish") : undefined}
      />
      <Frame
        page={page}
        beginning={beginning}
        mayWrite={mayWrite}
        onTitleDone={() => editor.current?.focus("start")}
        notice={
          <StoppedNotice
            status={status}
            isTrashed={isTrashed}
            path={pagePath(row)}
            onCopy={() => editor.current && void copyText(editor.current.copy())}
            onDiscard={() => void session.discard().then(onAgain)}
          />
        }
      >
        {isReady && (
          <DocumentEditor
            doc={session.doc}
            awareness={session.awareness}
            person={{ id: person.id, name: person.name, color: "#736a6f" }}
            editable={mayWrite}
            onSecretAllowed={(kinds) => allowing.mutate({ id: row.id, kinds })}
            onReady={(handle) => {
              editor.current = handle;
              if (!document.activeElement || document.activeElement === document.body) handle.focus("start");
            }}
          />
        )}
        {!isReady && <TextSkeleton />}
      </Frame>
    </div>
  );
}

function EditingPresence({ id }: { id: string }) {
  useEditingPresence("page", id);
  return null;
}

/** Until the page is there, how it stands is not for the connection to say. */
function statusOf(status: SessionStatus, beginning: PageBeginning | undefined): SessionStatus {
  if (!beginning || beginning.state === "created") return status;
  const { access } = status;
  if (beginning.state === "creating") return { state: "saving", access };
  return { state: "unbegun", hasFailed: beginning.state === "failed", access };
}

/** The first character creates the page. */
function useBegin(doc: Doc, beginning: PageBeginning | undefined): void {
  const begin = useRef(beginning?.begin);
  begin.current = beginning?.begin;
  useEffect(() => {
    const note = (_update: Uint8Array, _origin: unknown, _doc: Doc, { local }: Transaction) => {
      if (local) begin.current?.();
    };
    doc.on("update", note);
    return () => doc.off("update", note);
  }, [doc]);
}

/** What somebody has on screen and the server has not when the page is taken away; asked for before the text is gone. */
function useLeftText(isGone: boolean, isUnsaved: boolean, editor: RefObject<EditorHandle | undefined>) {
  const [left, setLeft] = useState<{ text: CopiedText | undefined }>();
  useEffect(() => {
    if (isGone) setLeft((before) => before ?? { text: isUnsaved ? editor.current?.copy() : undefined });
  }, [isGone, isUnsaved, editor]);
  return left;
}

interface FrameProps {
  page: PageReading;
  beginning: PageBeginning | undefined;
  mayWrite?: boolean;
  notice?: React.ReactNode;
  onTitleDone?: () => void;
  children?: React.ReactNode;
}

function Frame({
  page: { row, breadcrumb },
  beginning,
  mayWrite = true,
  notice,
  onTitleDone,
  children = <TextSkeleton />,
}: FrameProps) {
  return (
    <article className="mx-auto max-w-[680px] px-gutter pb-40 pt-4 md:px-6">
      <PageCrumbs pages={breadcrumb} />
      <h1 className="sr-only">{row.title} bearbeiten</h1>
      <TitleField row={row} beginning={beginning} readOnly={!mayWrite} onDone={onTitleDone} />
      {notice}
      <div className="mt-4">{children}</div>
    </article>
  );
}

/** What is read next is what was written last. */
function useRefreshedReading(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const refresh = useRef(async () => {});
  refresh.current = async () => {
    await queryClient.invalidateQueries({ queryKey: trpc.page.read.queryKey({ id }), refetchType: "all" });
  };
  useEffect(() => () => void refresh.current(), []);
  return () => refresh.current();
}
