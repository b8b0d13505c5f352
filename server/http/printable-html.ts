import { portalDate } from "../../contract/time/today.ts";
import type { Environment } from "../env.ts";
import { printPdf } from "../features/wiki/formats/print-pdf.ts";
import { contentDisposition } from "./files/content-disposition.ts";

interface PrintableAnswer {
  html: string;
  title: string;
  format: "html" | "pdf";
  now: Date;
}

/** A document to be kept, as the file that was asked for; throws a Problem where no PDF can be made. */
export async function answerPrintable(
  { html, title, format, now }: PrintableAnswer,
  env: Environment,
): Promise<Response> {
  const isPdf = format === "pdf";
  const body = isPdf ? Uint8Array.from(await printPdf({ html, title }, env.browser)) : html;
  return new Response(body, {
    headers: {
      "Content-Type": isPdf ? "application/pdf" : "text/html; charset=utf-8",
      "Content-Disposition": contentDisposition("attachment", `${title} ${portalDate(now)}.${format}`),
      "Cache-Control": "no-store",
    },
  });
}
