import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { linkUrl } from "./link-url.ts";

const wrong = "Adresse: Bitte eine Adresse wie https://kunde.example, name@kunde.example oder /wiki eingeben.";

/** Sets, changes or removes the link on what is selected; without a selection the words are asked for too. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { href: current, title = null } = editor.getAttributes("link") as { href?: string; title?: string | null };
  const [isBare] = useState(() => editor.state.selection.empty && !current);
  const [url, setUrl] = useState(current ?? "");
  const [linkText, setLinkText] = useState("");
  const [problem, setProblem] = useState<string>();

  const save = (event: FormEvent) => {
    event.preventDefault();
    // A dialog inside a form of the page must not send that too.
    event.stopPropagation();
    const href = linkUrl(url);
    if (!href) return setProblem(wrong);
    const chain = editor.chain();
    if (isBare) {
      const text = linkText.trim() || url.trim();
      chain.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] }).unsetMark("link");
    } else chain.extendMarkRange("link").setLink({ href, title });
    chain.run();
    onClose();
  };
  const remove = () => {
    editor.chain().extendMarkRange("link").unsetLink().run();
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={current ? "Link ändern" : "Link einfügen"}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        editor.commands.focus();
      }}
    >
      <form onSubmit={save} noValidate className="mt-4 grid gap-4">
        <Field label="Adresse" errors={problem ? [problem] : []}>
          <TextInput
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={url}
            onChange={({ target }) => {
              setUrl(target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        {isBare && (
          <Field label="Text" mark="optional">
            <TextInput value={linkText} onChange={({ target }) => setLinkText(target.value)} />
          </Field>
        )}
        <div className="mt-1.5 flex flex-wrap justify-end gap-2">
          {current && (
            <Button variant="danger" className="mr-auto" onClick={remove}>
              Link entfernen
            </Button>
          )}
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="primary">
            Übernehmen
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
