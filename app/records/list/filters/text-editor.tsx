import { useDebouncedText } from "../../../lib/use-debounced-value.ts";
import { TextInput } from "../../../ui/form/text-input.tsx";

const typingPauseMs = 300;

interface TextEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  inputMode?: "decimal";
  /** The element that says what is wrong with it. */
  errorsId?: string | undefined;
}

/** A text that counts once the typing pauses, or at Enter. */
export function TextEditor({ label, value, onChange, inputMode, errorsId }: TextEditorProps) {
  const [text, setText] = useDebouncedText(value, onChange, typingPauseMs);
  return (
    <TextInput
      aria-label={label}
      inputMode={inputMode}
      aria-invalid={errorsId ? true : undefined}
      aria-describedby={errorsId}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && onChange(text.trim())}
      className="md:h-8 md:text-ui"
    />
  );
}
