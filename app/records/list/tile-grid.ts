/** Four tiles a row on a full sheet, fewer where it is narrow. */
export const tileGridClass =
  "mt-1.5 grid grid-cols-1 gap-x-6 gap-y-8 min-[480px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";
