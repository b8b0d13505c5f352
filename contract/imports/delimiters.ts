/** Apart from schemas, so that the thread that reads files need not load what checks inputs. */
export const delimiters = [";", ",", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
export const delimiterLabels: Record<Delimiter, string> = {
  ";": "Semikolon ( ; )",
  ",": "Komma ( , )",
  "\t": "Tabulator",
  "|": "Senkrechter Strich ( | )",
};
