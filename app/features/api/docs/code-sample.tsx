import { CopyButton } from "../../../ui/copy-button.tsx";

export function CodeSample({ text, label }: { text: string; label: string }) {
  return (
    <div className="mt-1.5 flex items-start rounded-8 bg-sunken">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by the arrow keys
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto rounded-8 px-3 py-2.5 font-mono text-[12px] leading-[18px] text-text-1"
      >
        {text}
      </pre>
      <span className="flex-none p-1">
        <CopyButton text={text} label={label} />
      </span>
    </div>
  );
}
