import { closest } from "../../lib/closest.ts";
import "../view/document-prose.css";
import "../blocks/blocks.css";
import "./editor.css";
import { Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useId, useRef, useState } from "react";
import type { Awareness } from "y-protocols/awareness";
import type { Doc } from "yjs";
import type { SecretKind } from "../../../contract/document/secrets.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";
import { uploadFile } from "../../lib/api/upload.ts";
import { FileChooser } from "../../ui/form/file-chooser.tsx";
import { BlockHandle } from "./block-handle.tsx";
import type { EditingPerson } from "./collaboration-carets.ts";
import { editorExtensions } from "./editor-extensions.ts";
import { MentionStates } from "./mention-states.tsx";
import { SecretsNotice } from "./secrets-notice.tsx";
import { LinkDialog } from "./toolbar/link-dialog.tsx";
import { SelectionMenu, selectionFloat } from "./toolbar/selection-menu.tsx";
import { ShortcutsDialog } from "./toolbar/shortcuts-dialog.tsx";
import { Toolbar } from "./toolbar/toolbar.tsx";
import { acceptedFiles, insertFiles, type Upload, type UploadPurpose } from "./uploads/uploads.tsx";

export interface DocumentEditorProps {
  /** The shared document; its text lies in the fragment that the contract names. */
  doc: Doc;
  awareness: Awareness;
  person: EditingPerson;
  editable: boolean;
  /** Called once the text stands on the screen. */
  onReady?: (handle: EditorHandle) => void;
  /** Somebody wants to keep what looks like a secret. */
  onSecretAllowed?: (kinds: SecretKind[]) => void;
}

export interface EditorHandle {
  focus: (at?: "start" | "end") => void;
  /** The whole text, to be taken elsewhere. */
  copy: () => { html: string; text: string };
}

/** Writes a document together with everybody else who has it open. Browsers only; give it a `key` of the page. */
export function DocumentEditor(props: DocumentEditorProps) {
  const { doc, awareness, person, editable, onReady, onSecretAllowed } = props;
  const client = useTRPCClient();
  const textId = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [float] = useState(selectionFloat);
  const [dialog, setDialog] = useState<"link" | "shortcuts">();

  const upload: Upload = (file, options) => uploadFile(client, file, options);
  const takeFiles = (files: readonly File[], at?: number) => editor && insertFiles(editor, files, upload, at);
  const [tools] = useState(() => ({
    openLink: () => setDialog("link"),
    chooseFiles: (purpose: UploadPurpose) => {
      if (!input.current) return;
      input.current.accept = acceptedFiles(purpose);
      input.current.click();
    },
  }));
  const latest = useRef({ takeFiles, onReady });
  useEffect(() => {
    latest.current = { takeFiles, onReady };
  });

  const editor = useEditor(
    {
      extensions: editorExtensions({
        doc,
        awareness,
        person,
        tools,
        float,
        takeFiles: (files, at) => void latest.current.takeFiles(files, at),
      }),
      editable,
      immediatelyRender: false,
      shouldRerenderOnTransaction: false,
      // Its styles are in the sheet of the editor, where the page's policy wants them.
      injectCSS: false,
      editorProps: {
        attributes: {
          id: textId,
          role: "textbox",
          "aria-multiline": "true",
          "aria-label": "Text der Seite",
          lang: "de",
          spellcheck: "true",
          class: "document-text document-prose",
        },
        handleClick: (_view, _position, event) => openLink(event),
        // The toolbar lies over the upper end, on phones over the lower one.
        scrollThreshold: { top: 64, right: 0, bottom: 120, left: 0 },
        scrollMargin: { top: 72, right: 0, bottom: 128, left: 0 },
      },
      onCreate: ({ editor }) =>
        latest.current.onReady?.({
          focus: (at) => focusAt(editor.view, at),
          copy: () => ({ html: editor.getHTML(), text: editor.getText({ blockSeparator: "\n\n" }) }),
        }),
    },
    [doc, awareness],
  );
  useEffect(() => {
    if (editor && editor.isEditable !== editable) editor.setEditable(editable, false);
  }, [editor, editable]);

  if (!editor) return <div className="min-h-[240px]" />;
  return (
    <div className="document-editor">
      {editable && (
        <div className="editor-toolbar">
          <Toolbar editor={editor} tools={tools} onShortcuts={() => setDialog("shortcuts")} />
          <SecretsNotice editor={editor} onAllowed={onSecretAllowed} />
        </div>
      )}
      <div ref={sheet} className="relative">
        <MentionStates editor={editor}>
          <EditorContent editor={editor} />
        </MentionStates>
        {editable && <BlockHandle editor={editor} sheet={sheet} />}
      </div>
      {editable && <SelectionMenu editor={editor} tools={tools} float={float} />}
      {dialog === "link" && <LinkDialog editor={editor} onClose={() => setDialog(undefined)} />}
      {dialog === "shortcuts" && <ShortcutsDialog onClose={() => setDialog(undefined)} />}
      <FileChooser ref={input} onChoose={takeFiles} />
    </div>
  );
}

/** A click with the modifier follows a link, which a plain one only puts the cursor into. */
function openLink(event: MouseEvent): boolean {
  const link = closest(event.target, "a[href]");
  if (!(link instanceof HTMLAnchorElement) || !(event.ctrlKey || event.metaKey)) return false;
  window.open(link.href, "_blank", "noopener");
  return true;
}

/** Puts the cursor into the text at once, so that the very next key already writes there. */
function focusAt(view: EditorView, at: "start" | "end" | undefined): void {
  const { doc, selection, tr } = view.state;
  const selected = at === "start" ? Selection.atStart(doc) : at === "end" ? Selection.atEnd(doc) : selection;
  view.dispatch(tr.setSelection(selected).scrollIntoView());
  view.focus();
}
