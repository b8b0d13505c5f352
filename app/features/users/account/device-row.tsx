import type { SignedInDevice } from "../../../../contract/sessions/sessions.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Tag } from "../../../ui/status/tag.tsx";

interface DeviceRowProps {
  device: SignedInDevice;
  /** Where this page is open; it is left by signing out. */
  isCurrent?: boolean;
  isEnding: boolean;
  onEnd: () => void;
}

/** A browser in which somebody is signed in. */
export function DeviceRow({ device: { device, ip, lastSeenAt }, isCurrent = false, isEnding, onEnd }: DeviceRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-4 border-b py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="[overflow-wrap:anywhere]">{device}</span>
          {isCurrent && <Tag tone="ok">Diese Sitzung</Tag>}
        </p>
        <p className="text-meta text-text-2">
          {ip && <span className="font-mono text-[12px]">{ip} · </span>}
          Zuletzt aktiv <time dateTime={lastSeenAt.toISOString()}>{formatDateTime(lastSeenAt)}</time>
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" loading={isEnding} aria-label={`Sitzung ${device} beenden`} onClick={onEnd}>
          Beenden
        </Button>
      )}
    </li>
  );
}
