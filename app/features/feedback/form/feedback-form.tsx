import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { bugTemplate, feedbackKinds } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackContext } from "../../../../contract/feedback/feedback-entry.ts";
import { entriesOf, toError } from "../../../../contract/narrowing.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { showToast } from "../../../lib/dialogs/toasts.ts";
import { useForm } from "../../../lib/form/form.tsx";
import { useIsOnline } from "../../../lib/live/use-is-online.ts";
import { newClientId } from "../../../lib/new-client-id.ts";
import { matchesShortcut } from "../../../lib/shortcuts.ts";
import { type FormSchema, useFormSchema } from "../../../records/form/use-form-schema.ts";
import { Button } from "../../../ui/button.tsx";
import { FormNotice } from "../../../ui/form/form-notice.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { DialogFooter } from "../../../ui/overlays/dialog-footer.tsx";
import type { FeedbackKind } from "../feedback-values.ts";
import { AttachField } from "./attach-field.tsx";
import { ContentFields } from "./content-fields.tsx";
import { ContextField } from "./context-list.tsx";
import { type Area, areaOf, readPageContext, targetOf } from "./page-context.ts";
import { usePendingFiles } from "./pending-files.ts";
import { TitleField } from "./title-field.tsx";

export interface FeedbackValues extends Record<string, unknown> {
  kind: FeedbackKind;
  title: string;
  area: Area;
  description: string;
  websiteId: Ref | null;
  customerId: Ref | null;
  pageId: Ref | null;
}

interface FeedbackFormProps {
  /** The page from which it is written. */
  from: string;
  start?: Partial<FeedbackValues>;
  onDone: (given: { id: string; number: string }) => void;
  onCancel: () => void;
  onDirty?: (isDirty: boolean) => void;
}

const kinds = entriesOf(feedbackKinds).map(([value, label]) => ({ value, label }));

/** Says what is on somebody's mind, with pictures and what the browser knows of the page; kept over a reload. */
export function FeedbackForm({ from, start, onDone, onCancel, onDirty }: FeedbackFormProps) {
  const queryClient = useQueryClient();
  const [context, setContext] = useState<FeedbackContext>();
  useEffect(() => setContext(readPageContext(queryClient, from)), [queryClient, from]);
  const initial = useInitialValues(from, start);
  const schema = useFormSchema("feedback");
  // What starts with something of its own is not mixed with what was begun before.
  const draftKey = start && Object.keys(start).length > 0 ? `feedback:${JSON.stringify(start)}` : "feedback:new";
  const form = useForm<FeedbackValues>({ schema: schema.read, initial, toInput: toBody, draftKey });
  const pending = usePendingFiles(draftKey);
  useEffect(() => onDirty?.(form.isDirty || pending.files.length > 0), [onDirty, form.isDirty, pending.files.length]);
  const { isSending, isOnline, problem, submit } = useSending({ form, schema, pending, context, onDone });
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    pending.add(files.map(withDistinctName));
  };
  const choose = (kind: FeedbackKind) => {
    form.change("kind", kind);
    const { description } = form.values;
    if (kind === "bug" && description.trim() === "") form.change("description", bugTemplate);
    if (kind !== "bug" && description === bugTemplate) form.change("description", "");
  };
  return (
    <form
      ref={form.form}
      noValidate
      className="grid grid-cols-1 gap-[18px]"
      onPaste={paste}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
      onKeyDown={(event) => {
        if (!matchesShortcut(event.nativeEvent, "mod+enter")) return;
        event.preventDefault();
        submit();
      }}
    >
      {problem && <FormNotice text={problem} />}
      <Segment className="justify-self-start" label="Art" options={kinds} value={form.values.kind} onChange={choose} />
      <TitleField form={form} />
      <ContentFields form={form} rows={form.values.kind === "bug" ? 9 : 5} />
      <AttachField pending={pending} />
      {context && <ContextField context={context} onChange={setContext} />}
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" disabled={!isOnline} loading={isSending} loadingLabel="Sendet …">
          Feedback geben
        </Button>
      </DialogFooter>
    </form>
  );
}

interface Sending {
  form: ReturnType<typeof useForm<FeedbackValues>>;
  schema: FormSchema;
  pending: ReturnType<typeof usePendingFiles>;
  context: FeedbackContext | undefined;
  onDone: FeedbackFormProps["onDone"];
}

/** Sends the files and then the feedback, once at a time, and says what went wrong. */
function useSending({ form, schema, pending, context, onDone }: Sending) {
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);
  const creationId = useRef<string>(undefined);
  const giving = useMutate(useTRPC().feedback.give.mutationOptions(), {
    refreshes: ["feedback"],
    onSuccess: async ({ id, number }) => {
      creationId.current = undefined;
      form.reset();
      await pending.forget();
      showToast({
        tone: "success",
        title: "Danke!",
        message: `Dein Feedback ${number} ist angekommen.`,
        action: { label: "Ansehen", href: `/feedback/${id}` },
      });
      onDone({ id, number });
    },
    onRefused: (error) => {
      if (problemOf(error)) return form.showRefusal(error);
      setFailure(
        "Der Server antwortet nicht. Was du geschrieben hast, bleibt hier stehen; versuche es gleich noch einmal.",
      );
      return true;
    },
  });
  const isOnline = useIsOnline();

  const send = async () => {
    // Nothing is sent behind the person's back once the connection returns.
    if (isBusy.current || !isOnline || !form.isValid()) return;
    isBusy.current = true;
    setSending(true);
    setFailure(undefined);
    try {
      const files = await pending.send();
      creationId.current ??= newClientId();
      await giving
        .mutateAsync({ body: toBody(form.values), files, creationId: creationId.current, ...(context && { context }) })
        .catch(() => undefined);
    } catch (error) {
      setFailure(`${toError(error).message}: Die Anhänge ließen sich nicht hochladen. Dein Text bleibt hier stehen.`);
    } finally {
      isBusy.current = false;
      setSending(false);
    }
  };
  return {
    isSending,
    isOnline,
    problem: isOnline ? (form.message ?? failure) : offline,
    submit: () => schema.whenRead(send),
  };
}

/** What the form begins with: the area and the record of the page it was opened from, then what `start` says. */
function useInitialValues(from: string, start: Partial<FeedbackValues> | undefined): FeedbackValues {
  const queryClient = useQueryClient();
  return useMemo<FeedbackValues>(
    () => ({
      kind: "idea",
      title: "",
      area: areaOf(from),
      description: "",
      websiteId: null,
      customerId: null,
      pageId: null,
      ...targetOfPage(queryClient, from),
      ...start,
    }),
    [from, start, queryClient],
  );
}

const offline =
  "Du bist gerade offline. Was du schreibst, bleibt hier stehen; senden kannst du es, sobald die Verbindung zurück ist.";

/** The record whose page is on screen is what the feedback is about, unless the person says otherwise. */
function targetOfPage(queryClient: QueryClient, from: string): Partial<FeedbackValues> {
  const target = targetOf(from);
  const queryKey = target && [[target.type, "get"], { input: { id: target.id }, type: "query" }];
  const record = queryKey && queryClient.getQueryData<{ title?: string }>(queryKey);
  return target && record?.title ? { [target.field]: { id: target.id, label: record.title } } : {};
}

function toBody({ websiteId, customerId, pageId, ...values }: FeedbackValues): RecordBody {
  return {
    ...values,
    websiteId: websiteId?.id ?? null,
    customerId: customerId?.id ?? null,
    pageId: pageId?.id ?? null,
  };
}

/** A picture from the clipboard is called „image.png“, every time. */
function withDistinctName(file: File): File {
  const moment = new Date().toLocaleTimeString("de-DE").replaceAll(":", "-");
  return file.name === "image.png" ? new File([file], `Bildschirmfoto ${moment}.png`, { type: file.type }) : file;
}
