import { type ReactNode, useState } from "react";
import { requireValue } from "../../../../contract/narrowing.ts";
import type { DiffBlock, DiffOp } from "../../../../contract/wiki/page-rows.ts";
import { cx } from "../../../ui/cx.ts";

const around = 1;

interface DiffProps {
  blocks: readonly DiffBlock[];
}

/** Both versions in one text: what is gone struck through, what is new underlined. */
export function InlineDiff({ blocks }: DiffProps) {
  return (
    <div className="max-w-[680px] text-prose">
      {folded(blocks, (block) => (
        <Block block={block} ops={block.ops} />
      ))}
    </div>
  );
}

/** The older version at the left, the newer one at the right. */
export function SideBySide({ blocks }: DiffProps) {
  return (
    <div className="text-body">
      <div className="grid grid-cols-2 gap-x-6 border-b border-line-strong pb-1.5 text-label text-text-3">
        <span>Älter</span>
        <span>Neuer</span>
      </div>
      {folded(blocks, (block) => (
        <div className="grid grid-cols-2 gap-x-6">
          <div className="min-w-0">
            {block.op !== "added" && <Block block={block} ops={block.ops.filter(({ op }) => op !== "added")} />}
          </div>
          <div className="min-w-0">
            {block.op !== "removed" && <Block block={block} ops={block.ops.filter(({ op }) => op !== "removed")} />}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Draws what changed with a block around it; longer unchanged parts are opened on demand. */
function folded(blocks: readonly DiffBlock[], draw: (block: DiffBlock) => ReactNode): ReactNode[] {
  const isNear = blocks.map((_, index) =>
    blocks.slice(Math.max(0, index - around), index + around + 1).some(({ op }) => op !== "same"),
  );
  const parts: ReactNode[] = [];
  for (let index = 0; index < blocks.length; ) {
    const start = index;
    if (isNear[index]) {
      parts.push(<div key={start}>{draw(requireValue(blocks[index]))}</div>);
      index += 1;
      continue;
    }
    while (index < blocks.length && !isNear[index]) index += 1;
    parts.push(<Unchanged key={start} blocks={blocks.slice(start, index)} draw={draw} />);
  }
  return parts;
}

function Unchanged({ blocks, draw }: DiffProps & { draw: (block: DiffBlock) => ReactNode }) {
  const [open, setOpen] = useState(false);
  if (open)
    return (
      <>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a comparison never move
          <div key={index}>{draw(block)}</div>
        ))}
      </>
    );
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="num my-2 block w-full border-y border-dashed py-1 text-left text-meta text-text-3 hover:text-text-1 max-md:min-h-11"
    >
      {blocks.length === 1 ? "Ein unveränderter Absatz" : `${blocks.length} unveränderte Absätze`}
    </button>
  );
}

const looks: Record<string, string> = {
  heading1: "mt-4 text-lead",
  heading2: "mt-4 text-lead",
  heading3: "mt-3 text-section",
  heading4: "mt-3 font-semibold",
  listItem: "pl-5 before:absolute before:left-1 before:text-text-3 before:content-['•']",
  taskItem: "pl-5 before:absolute before:left-0 before:text-text-3 before:content-['☐']",
  codeBlock: "whitespace-pre-wrap rounded-8 bg-sunken px-3 py-2 font-mono text-ui",
  mermaid: "whitespace-pre-wrap rounded-8 bg-sunken px-3 py-2 font-mono text-ui",
  callout: "rounded-8 bg-warn-soft px-3 py-2",
  blockquote: "pl-4 text-text-2",
};

function Block({ block: { kind, op, isFormatOnly }, ops }: { block: DiffBlock; ops: readonly DiffOp[] }) {
  const whole = op === "added" || op === "removed" ? op : undefined;
  return (
    <div className={cx("relative my-1.5 [overflow-wrap:anywhere]", looks[kind])}>
      {ops.length === 0 && <span className="text-text-3">(leer)</span>}
      {ops.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never move
        <ComparedText key={index} op={whole ?? part.op} text={part.text} />
      ))}
      {isFormatOnly && op !== "same" && <span className="ml-2 text-meta text-text-3">nur Form geändert</span>}
    </div>
  );
}

function ComparedText({ op, text }: DiffOp) {
  if (op === "added")
    return <ins className="rounded-[3px] bg-ok-soft text-ok-text decoration-1 underline-offset-[3px]">{text}</ins>;
  if (op === "removed") return <del className="rounded-[3px] bg-bad-soft text-bad-text decoration-1">{text}</del>;
  return text;
}
