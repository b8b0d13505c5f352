import { CopyButton } from "../../../ui/copy-button.tsx";

export function CodeSample({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative mt-1.5 rounded-8 bg-sunken">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by the arrow keys
        tabIndex={0}
        className="overflow-x-auto px-3 py-2.5 pr-12 font-mono text-[12px] leading-[18px] text-text-1"
      >
        {text}
      </pre>
      {/* Has a ground of its own, because wide lines pass below it. */}
      <span className="absolute right-1 top-1 rounded-6 bg-sunken">
        <CopyButton text={text} label={label} />
      </span>
    </div>
  );
}
