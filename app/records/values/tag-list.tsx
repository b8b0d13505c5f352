import type { TagRef } from "../../../contract/records/fields.ts";
import { cx } from "../../ui/cx.ts";
import { Tag } from "../../ui/status/tag.tsx";

interface TagListProps {
  tags: readonly TagRef[];
  max: number;
  /** Takes further lines where one is too short; else the tags become narrower. */
  isWrapping?: boolean;
}

/** The tags of a record: as many as asked for, then how many more there are. */
export function TagList({ tags, max, isWrapping = false }: TagListProps) {
  const rest = tags.slice(max);
  return (
    <span className={cx("flex min-w-0 items-center gap-1.5", isWrapping && "flex-wrap")}>
      {tags.slice(0, max).map((tag) => (
        <Tag key={tag.id} className="min-w-0 max-w-[9rem]" title={tag.name}>
          {tag.color && <Dot color={tag.color} />}
          <span className="truncate">{tag.name}</span>
        </Tag>
      ))}
      {rest.length > 0 && (
        <span className="num flex-none text-label text-text-2" title={rest.map(({ name }) => name).join(", ")}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}

/** The colour that the team chose for a tag; it is data, and no token stands for it. */
export function Dot({ color }: { color: string }) {
  return <span aria-hidden="true" className="h-2 w-2 flex-none rounded-full" style={{ backgroundColor: color }} />;
}
