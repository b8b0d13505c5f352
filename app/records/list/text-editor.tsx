import { useEffect, useRef, useState } from "react";
import { TextInput } from "../../ui/text-input.tsx";

const typingRestMs = 300;

interface TextEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  inputMode?: "decimal";
}

/** A text that counts once the typing rests, or at Enter. */
export function TextEditor({ label, value, onChange, inputMode }: TextEditorProps) {
  const [text, setText] = useState(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => change.current(text.trim()), typingRestMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <TextInput
      aria-label={label}
      inputMode={inputMode}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && onChange(text.trim())}
      className="md:h-8 md:text-ui"
    />
  );
}
