import { type FormEvent, useRef, useState } from "react";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";

const examples: Partial<Record<RecordType, string>> = {
  website: "www.weingut-amsel.example\nhttps://shop.baeckerei-boehm.example",
  domain: "weingut-amsel.example\nbaeckerei-boehm.example",
  customer: "Weingut Amsel\nBäckerei Böhm",
};

interface PasteFormProps {
  type: RecordType;
  disabled: boolean;
  onFile: (file: File) => void;
}

/** A list without a file: one record per line, or cells copied out of a spreadsheet. */
export function PasteForm({ type, disabled, onFile }: PasteFormProps) {
  const [text, setText] = useState("");
  const [errors, setErrors] = useState<string[]>([]);
  const pasted = useRef<File>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return setErrors(["Liste: Pflichtfeld."]);
    // The same list again is the same file, so that it makes no second import.
    pasted.current ??= new File([text], "Eingefügte Liste.txt", { type: "text/plain" });
    onFile(pasted.current);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label="Liste einfügen"
        mark="statt einer Datei"
        errors={errors}
        hint="Ein Eintrag je Zeile, oder Zellen aus einer Tabelle."
      >
        <TextArea
          rows={5}
          value={text}
          spellCheck={false}
          placeholder={examples[type]}
          onChange={(event) => {
            setText(event.target.value);
            pasted.current = undefined;
            setErrors([]);
          }}
        />
      </Field>
      <Button type="submit" className="mt-2.5" disabled={disabled}>
        Liste übernehmen
      </Button>
    </form>
  );
}
