import { cx } from "../../ui/cx.ts";

/** How written text stands on a record's page. */
export const proseClass = cx(
  "max-w-[680px] pt-3 text-body [overflow-wrap:anywhere] [&>*+*]:mt-3 [&_h3]:text-panel",
  "[&_a]:underline [&_a]:decoration-control [&_a]:underline-offset-[3px]",
  "[&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5 [&_li+li]:mt-1",
  "[&_blockquote]:border-l-2 [&_blockquote]:pl-3.5 [&_blockquote]:text-text-2 [&_hr]:border-t",
  "[&_code]:rounded-4 [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-meta",
  "[&_pre]:overflow-x-auto [&_pre]:rounded-8 [&_pre]:bg-sunken [&_pre]:p-3 [&_pre_code]:bg-transparent [&_pre_code]:p-0",
  "[&_table]:block [&_table]:overflow-x-auto [&_th]:border-b [&_th]:border-line-strong [&_th]:py-1.5 [&_th]:pr-5 [&_th]:text-left [&_th]:text-label [&_th]:font-medium [&_td]:border-b [&_td]:py-1.5 [&_td]:pr-5 [&_td]:align-top",
);
