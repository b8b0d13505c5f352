import { type DragEvent, type HTMLAttributes, type ReactNode, useRef, useState } from "react";

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Lets files be dropped anywhere on an element; where nothing takes them the browser would open them instead. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  return {
    /** Whether files are held over it that it takes. */
    isOver: isOver && onFiles !== undefined,
    dropProps: {
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = onFiles ? "copy" : "none";
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles?.(files);
      },
    },
  };
}

interface FileDropzoneProps extends Pick<HTMLAttributes<HTMLElement>, "aria-label" | "aria-labelledby"> {
  accept: string;
  multiple?: boolean;
  /** What choosing does, for whoever cannot see the button that begins it. */
  pickLabel: string;
  /** Takes no further files while those before are on their way. */
  isBusy?: boolean;
  onFiles: (files: File[]) => void;
  className?: string | ((isOver: boolean) => string);
  children: (zone: { isOver: boolean; pick: () => void }) => ReactNode;
}

/** A group that takes files, by dropping them on it or from the browser's picker; one file unless it takes `multiple`. */
export function FileDropzone({
  accept,
  multiple = false,
  pickLabel,
  isBusy = false,
  onFiles,
  className,
  children,
  ...label
}: FileDropzoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (files: File[]) => onFiles(multiple ? files : files.slice(0, 1));
  const { isOver, dropProps } = useFileDrop(isBusy ? undefined : take);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own box
    <div
      role="group"
      {...label}
      className={typeof className === "function" ? className(isOver) : className}
      {...dropProps}
    >
      {children({ isOver, pick: () => input.current?.click() })}
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={pickLabel}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied, so that the same file can be chosen again.
          event.target.value = "";
          if (files.length > 0) take(files);
        }}
      />
    </div>
  );
}
