import { forwardRef } from "react";

interface FileChooserProps {
  accept?: string;
  onChoose: (files: File[]) => void;
}

/** The browser's own choice of files, opened by a button that clicks it. */
export const FileChooser = forwardRef<HTMLInputElement, FileChooserProps>(function FileChooser(
  { accept, onChoose },
  ref,
) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept={accept}
      tabIndex={-1}
      aria-label="Dateien auswählen"
      className="sr-only"
      onChange={({ target }) => {
        const chosen = [...(target.files ?? [])];
        // Emptied, so that the same file can be chosen again.
        target.value = "";
        if (chosen.length > 0) onChoose(chosen);
      }}
    />
  );
});
