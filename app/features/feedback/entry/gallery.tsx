import { useQuery } from "@tanstack/react-query";
import { Paperclip } from "lucide-react";
import { fileUrl } from "../../../../contract/files/file-url.ts";
import { mimeTypes } from "../../../../contract/files/files.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { Image } from "../../../lib/image.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** The pictures of an entry side by side, and what else is attached. */
export function Gallery({ id }: { id: string }) {
  const files = useQuery(useTRPC().attachment.list.queryOptions({ type: "feedback", id }));
  if (!files.data || files.data.length === 0) return null;
  const pictures = files.data.filter(({ mimeType }) => mimeTypes[mimeType].image);
  const others = files.data.filter(({ mimeType }) => !mimeTypes[mimeType].image);
  return (
    <section aria-label="Anhänge" className="mt-5">
      {pictures.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {pictures.map(({ key, filename }) => (
            <li key={key}>
              <a
                href={fileUrl(key)}
                target="_blank"
                rel="noopener noreferrer"
                className="block overflow-hidden rounded-10 border bg-sunken hover:border-control"
              >
                <Image
                  imageKey={key}
                  alt={filename}
                  sizes="(min-width: 1280px) 260px, 45vw"
                  className="aspect-[16/10] w-full object-contain"
                />
                <span className="sr-only"> (öffnet neues Fenster)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="mt-3">
          {others.map(({ key, filename }) => (
            <li key={key} className="flex min-h-9 items-center gap-2 border-b text-ui max-md:min-h-11">
              <Icon of={Paperclip} className="text-text-3" />
              <a href={fileUrl(key)} className="min-w-0 [overflow-wrap:anywhere] hover:underline">
                {filename}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
