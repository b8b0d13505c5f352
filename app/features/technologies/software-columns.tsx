import type { OwnValueProps } from "../../records/record-ui.tsx";
import { lazyModule, useLazyModule } from "../../ui/overlays/lazy-module.ts";

const judging = lazyModule(() => import("./version-values.tsx"));

/** The value alone until what judges it is there, and where that cannot be fetched: every page loads what stands here. */
const judged = (part: keyof typeof import("./version-values.tsx"), name = "", beside = "") =>
  function Judged(props: OwnValueProps) {
    const Value = useLazyModule(judging, true)?.[part];
    if (Value) return <Value {...props} />;
    const { record, variant } = props;
    const suffix = variant === "cell" && record.values[beside];
    return (
      <span>
        {String(record.values[name] || "–")}
        {suffix && <span className="ml-1.5">{String(suffix)}</span>}
      </span>
    );
  };

export const SystemValue = judged("SystemValue", "cms", "cmsVersion");
export const VersionValue = judged("VersionValue", "cmsVersion");
export const PhpValue = judged("PhpValue", "phpVersion");
export const UpdatesValue = judged("UpdatesValue");
export const PhpSupportValue = judged("PhpSupportValue");
