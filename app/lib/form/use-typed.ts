import { useState } from "react";

/** How people write a kind of value, and how it is kept. */
export interface Notation {
  /** A value as it stands in the field; what is none stays as it was typed. */
  shown(value: string): string;
  /** What was typed as a value; what reads as none comes back as it is. */
  read(text: string): string;
  /** Whether a text is a value as it is kept. */
  isWhole(text: string): boolean;
}

interface Hearers {
  /** Hears every change: the value, or what is typed as long as it is none. */
  onChange?: ((value: string) => void) | undefined;
  /** Hears a value or none at all, once the field is left. */
  onCommit?: ((value: string) => void) | undefined;
}

/** What stands in a field while somebody types into it as they write, and what follows from it. */
export function useTyped(value: string, { onChange, onCommit }: Hearers, { shown, read, isWhole }: Notation) {
  const [typed, setTyped] = useState({ text: shown(value), read: value, from: value });
  // Without `onChange` the value stays as it was until the field is left.
  const isOwn = typed.read === value || (!onChange && typed.from === value);
  const text = isOwn ? typed.text : shown(value);
  const type = (next: string) => {
    const meant = read(next);
    setTyped({ text: isWhole(next) ? shown(next) : next, read: meant, from: value });
    onChange?.(meant);
  };
  const commit = () => {
    const meant = read(text);
    const isUsable = meant === "" || isWhole(meant);
    setTyped({
      text: !onChange && !isUsable ? shown(value) : shown(meant),
      read: onChange ? meant : value,
      from: value,
    });
    if (isUsable && meant !== value) onCommit?.(meant);
  };
  return { text, type, commit };
}
