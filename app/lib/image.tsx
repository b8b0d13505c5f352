import type { ImgHTMLAttributes } from "react";
import { fileUrl, imageWidths } from "../../contract/files/file-url.ts";

type ImageProps = Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "srcSet" | "alt"> & {
  imageKey: string;
  alt: string;
  /** How wide the picture stands, as the `sizes` of HTML: „96px“, „(min-width: 768px) 50vw, 100vw“. */
  sizes: string;
};

/** An uploaded picture in the width that this screen needs. */
export function Image({ imageKey, alt, sizes, ...rest }: ImageProps) {
  return (
    <img
      loading="lazy"
      decoding="async"
      {...rest}
      alt={alt}
      sizes={sizes}
      srcSet={imageWidths.map((width) => `${fileUrl(imageKey, { width })} ${width}w`).join(", ")}
      src={fileUrl(imageKey, { width: 640 })}
    />
  );
}
