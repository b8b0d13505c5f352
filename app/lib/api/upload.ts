import type { TRPCClient } from "@trpc/client";
import {
  mimeTypeOf,
  type UploadedFile,
  type UploadTicket,
  uploadFailed,
  uploadFieldName,
} from "../../../contract/files/files.ts";
import type { AppRouter } from "../../../server/features/router.ts";

interface UploadOptions {
  purpose?: "image" | "file" | "import";
  /** Told how much has been sent, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * The three steps of an upload. Whichever fails rejects with "Could not upload image" and logs its cause to the console;
 * nothing is tried again by itself. An aborted upload rejects with the reason of its signal and logs nothing.
 */
export async function uploadFile(
  client: TRPCClient<AppRouter>,
  file: File,
  { purpose = "image", onProgress, signal }: UploadOptions = {},
): Promise<UploadedFile> {
  try {
    const { name: filename, size } = file;
    const mimeType = mimeTypeOf(filename, purpose);
    if (!mimeType) throw new TypeError(`files like ${filename} are not taken`);
    const ticket = await client.file.createUpload.mutate({ filename, mimeType, size, purpose }, { signal });
    await post(ticket, file, { onProgress, signal });
    const { key } = ticket.fields;
    return await client.file.confirmUpload.mutate({ filename, key, mimeType, size }, { signal });
  } catch (cause) {
    signal?.throwIfAborted();
    // biome-ignore lint/suspicious/noConsole: the person sees one sentence only; the cause stays readable here
    console.error(uploadFailed, cause);
    throw new Error(uploadFailed, { cause });
  }
}

/** XMLHttpRequest, because fetch does not tell how much of a body has been sent. */
function post(
  { url, fields }: UploadTicket,
  file: File,
  { onProgress, signal }: Pick<UploadOptions, "onProgress" | "signal">,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // S3 ignores every field behind the file.
  form.append(uploadFieldName, file);
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new Error(`the store answered ${request.status}: ${request.responseText.slice(0, 500)}`));
    request.onerror = () => reject(new Error("the store cannot be reached"));
    request.onabort = () => reject(new Error("aborted"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
