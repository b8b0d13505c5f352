import { AtSign, Check, Paperclip, SendHorizontal, X } from "lucide-react";
import {
  type ClipboardEvent,
  forwardRef,
  type KeyboardEvent,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { type ChatFile, type ChatMessage, maxMessageLength } from "../../../../contract/chats/chats.ts";
import { mimeTypes } from "../../../../contract/files/files.ts";
import { formatNumber } from "../../../lib/format.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { FileChooser } from "../../../ui/form/file-chooser.tsx";
import { type MentionKeys, MentionMenu } from "../../mentions/mention-menu.tsx";
import { useMentionField } from "../../mentions/use-mention-field.ts";
import { useTypingSignal } from "../room/typing.tsx";
import { AttachmentList, useAttachments, withDistinctName } from "./attachments.tsx";
import { useComposerDraft } from "./use-composer-draft.ts";

export interface ComposedMessage {
  clientId: string;
  body: string;
  mentions: Record<string, string>;
  files: ChatFile[];
}

export interface ComposerHandle {
  focus: () => void;
  /** Hangs files on the message; not while an earlier one is changed. */
  attach: (files: File[]) => void;
}

interface ComposerProps {
  chatId: string;
  placeholder: string;
  replyTo: ChatMessage["replyTo"] | undefined;
  /** The message that is being changed. */
  editing: ChatMessage | undefined;
  isSaving: boolean;
  onSend: (message: ComposedMessage) => void;
  onSave: (body: string) => void;
  onCancel: () => void;
  onEditLast: () => boolean;
}

const counterThreshold = maxMessageLength - 500;
const maxFieldHeight = 200;
const accept = Object.values(mimeTypes)
  .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
  .join(",");

/** Where one writes: Enter sends, Umschalt+Enter begins a line, `@` mentions, files come by choosing, dropping or pasting. */
export const Composer = forwardRef<ComposerHandle, ComposerProps>(function Composer(
  { chatId, placeholder, replyTo, editing, isSaving, onSend, onSave, onCancel, onEditLast },
  ref,
) {
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const menu = useRef<MentionKeys>(null);
  const noteId = useId();
  const { text, picked, files, write, keepFiles, clear } = useComposerDraft(chatId, editing);
  const attachments = useAttachments(files, keepFiles);
  const mention = useMentionField({ field, text, picked, write });
  const typing = useTypingSignal(chatId);
  const body = mention.toBody(text).trim();
  const isTooLong = body.length > maxMessageLength;
  const isEmpty = body === "" && (editing !== undefined || attachments.files.length === 0);
  const canSend = !isEmpty && !isTooLong && !attachments.isBusy && !isSaving;

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    attach(added) {
      if (!editing) attachments.add(added);
      field.current?.focus();
    },
  }));
  useHeightOfText(field, text);

  const submit = () => {
    if (!canSend) return;
    if (editing) return onSave(body);
    onSend({ clientId: typing.end(), body, mentions: mention.labels(), files: attachments.files });
    clear();
    attachments.clear();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || menu.current?.press(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) submit();
    else if (event.key === "Escape" && (editing || replyTo)) onCancel();
    else if (event.key !== "ArrowUp" || text !== "" || editing || !onEditLast()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own box
    <div
      role="group"
      aria-label="Nachricht schreiben"
      className="relative flex-none px-5 pt-1 pb-[calc(16px+env(safe-area-inset-bottom))] max-md:px-3"
    >
      {mention.query !== undefined && (
        <MentionMenu
          ref={menu}
          typed={mention.query}
          listId={mention.listId}
          onActive={mention.setActive}
          onPick={mention.pick}
          onClose={mention.close}
          className="absolute inset-x-5 bottom-full z-10 mb-1 max-md:inset-x-3"
        />
      )}
      <div className="rounded-8 border border-control bg-surface focus-within:border-focus focus-within:shadow-[inset_0_0_0_1px_var(--focus)]">
        <AboveField editing={editing} replyTo={replyTo} attachments={attachments} onCancel={onCancel} />
        <textarea
          ref={field}
          rows={1}
          aria-label={editing ? "Nachricht bearbeiten" : "Nachricht"}
          aria-describedby={body.length > counterThreshold ? noteId : undefined}
          aria-invalid={isTooLong || undefined}
          {...mention.fieldProps}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            write(event.target.value, picked);
            mention.follow(event.target.selectionStart);
            if (event.target.value !== "" && !editing) typing.signal();
          }}
          onSelect={(event) => mention.follow(event.currentTarget.selectionStart)}
          onBlur={mention.close}
          onKeyDown={press}
          onPaste={(event) => !editing && pasteFiles(event, attachments.add)}
          // A height on its way would be measured instead of what is in the field.
          className="block max-h-[200px] min-h-10 w-full resize-none bg-transparent px-3 pt-2.5 text-chat outline-none transition-none max-md:text-input"
        />
        <Actions
          noteId={noteId}
          isEditing={editing !== undefined}
          length={body.length}
          isSaving={isSaving}
          canSend={canSend}
          onAttach={() => chooser.current?.click()}
          onMention={mention.begin}
          onSubmit={submit}
        />
        <FileChooser accept={accept} ref={chooser} onChoose={attachments.add} />
      </div>
    </div>
  );
});

/** Takes the files that are pasted; text goes into the field. */
function pasteFiles(event: ClipboardEvent, take: (files: File[]) => void): void {
  const pasted = [...event.clipboardData.files];
  if (pasted.length === 0) return;
  event.preventDefault();
  take(pasted.map(withDistinctName));
}

/** Keeps a field as high as what is in it, up to a limit. */
function useHeightOfText(field: RefObject<HTMLTextAreaElement>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured whenever the text is another
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = "0";
    area.style.height = `${Math.min(maxFieldHeight, area.scrollHeight)}px`;
  }, [text]);
}

interface ActionsProps {
  noteId: string;
  isEditing: boolean;
  length: number;
  isSaving: boolean;
  canSend: boolean;
  onAttach: () => void;
  onMention: () => void;
  onSubmit: () => void;
}

/** The buttons below the field, and how much of its length is used once that matters. */
function Actions({ noteId, isEditing, length, isSaving, canSend, onAttach, onMention, onSubmit }: ActionsProps) {
  const isTooLong = length > maxMessageLength;
  return (
    <div className="flex items-center gap-0.5 px-1.5 pb-1.5">
      {!isEditing && <IconButton icon={Paperclip} size="sm" label="Datei anhängen" onClick={onAttach} />}
      <IconButton icon={AtSign} size="sm" label="Erwähnen" onClick={onMention} />
      <span id={noteId} className={cx("num ml-auto pr-2 text-label", isTooLong ? "text-bad-text" : "text-text-3")}>
        {length > counterThreshold && `${formatNumber(length)} / ${formatNumber(maxMessageLength)}`}
      </span>
      <IconButton
        icon={isEditing ? Check : SendHorizontal}
        variant="ink"
        size="sm"
        label={isEditing ? "Speichern" : "Senden"}
        loading={isSaving}
        disabled={!canSend && !isSaving}
        onClick={onSubmit}
      />
    </div>
  );
}

interface AboveFieldProps extends Pick<ComposerProps, "editing" | "replyTo" | "onCancel"> {
  attachments: ReturnType<typeof useAttachments>;
}

/** What is being changed, or what is being answered and the files that go along. */
function AboveField({ editing, replyTo, attachments, onCancel }: AboveFieldProps) {
  if (editing) return <Target label="Nachricht bearbeiten" onCancel={onCancel} />;
  return (
    <>
      {replyTo && <Target label={`Antwort auf ${replyTo.author}`} text={replyTo.text} onCancel={onCancel} />}
      <AttachmentList attachments={attachments} />
    </>
  );
}

/** What is being answered or changed, with the way out of it. */
function Target({ label, text, onCancel }: { label: string; text?: string; onCancel: () => void }) {
  return (
    <p className="flex items-center gap-1 pl-3 pr-1 pt-1 text-meta text-text-2">
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{label}</span>
        {text !== undefined && ` ${text}`}
      </span>
      <IconButton icon={X} size="sm" label="Abbrechen" onClick={onCancel} />
    </p>
  );
}
