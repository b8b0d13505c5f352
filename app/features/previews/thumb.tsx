import { fileUrl } from "../../../contract/files/file-url.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { cx } from "../../ui/cx.ts";
import { useThumb } from "./use-thumb.ts";

/** The picture of a website in a cell; a dash where there is none. */
export function PreviewValue({ record }: OwnValueProps) {
  const thumb = useThumb(record.id);
  if (!thumb?.desktopKey) return <span className="text-text-3">–</span>;
  return (
    <img
      src={fileUrl(thumb.desktopKey, { width: 128 })}
      alt=""
      loading="lazy"
      className="h-7 w-[45px] rounded-3 object-cover object-top shadow-[inset_0_0_0_1px_var(--line)]"
    />
  );
}

/** The picture of a website over the whole of its tile; nothing where there is none. */
export function PreviewTile({ id, isDark }: { id: string; isDark: boolean }) {
  const thumb = useThumb(id);
  if (!thumb?.desktopKey) return null;
  return (
    <span className="absolute inset-0 overflow-hidden rounded-10 bg-sunken shadow-[0_0_0_1px_var(--line)]">
      <img
        src={fileUrl(thumb.desktopKey, { width: 640 })}
        alt=""
        loading="lazy"
        className={cx("size-full object-cover object-top", isDark && "opacity-40 grayscale")}
      />
    </span>
  );
}
