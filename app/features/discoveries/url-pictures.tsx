import { ImageOff } from "lucide-react";
import { answersOf, type DiscoveredUrl, type FoundPicture } from "../../../contract/discoveries/discoveries.ts";
import { fileUrl } from "../../../contract/files/file-url.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";

const frame = "overflow-hidden bg-sunken shadow-[0_0_0_1px_var(--line)]";

/** How the website looks, small, in its row. */
export function UrlThumb({ steps }: Pick<DiscoveredUrl, "steps">) {
  const answer = answersOf(steps).picture;
  const state = steps.find(({ step }) => step === "picture")?.state;
  const isComing = state === "waiting" || state === "running";
  return (
    <span
      className={cx(
        frame,
        "grid h-10 w-16 place-items-center rounded-4 max-md:hidden",
        isComing && "motion-safe:animate-pulse",
      )}
    >
      {answer ? (
        <img
          src={fileUrl(answer.desktopKey, { width: 128 })}
          alt=""
          loading="lazy"
          className="size-full object-cover object-top"
        />
      ) : (
        !isComing && <Icon of={ImageOff} size={14} className="text-text-3" />
      )}
    </span>
  );
}

/** The same on a desktop and a phone, side by side; nothing until they are there. */
export function UrlPictures({ steps, name }: Pick<DiscoveredUrl, "steps"> & { name: string }) {
  const picture = answersOf(steps).picture;
  if (!picture) return null;
  const { desktopKey, mobileKey }: FoundPicture = picture;
  return (
    <div className="mt-4 grid h-[150px] max-w-[440px] grid-cols-[1.6fr_0.4621fr] gap-3 max-md:h-[124px]">
      <Shot fileKey={desktopKey} width={640} label={`${name} auf einem Desktop`} />
      {mobileKey && <Shot fileKey={mobileKey} width={256} label={`${name} auf einem Telefon`} />}
    </div>
  );
}

function Shot({ fileKey, width, label }: { fileKey: string; width: 256 | 640; label: string }) {
  return (
    <a
      href={fileUrl(fileKey)}
      target="_blank"
      rel="noreferrer"
      className={cx(
        frame,
        "block min-h-0 rounded-8 focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus",
      )}
    >
      <img src={fileUrl(fileKey, { width })} alt={label} className="size-full object-cover object-top" />
    </a>
  );
}
