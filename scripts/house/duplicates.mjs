/** Fewer lines in a row are alike by chance. */
export const minDuplicateLines = 6;
/** What stands in more places is a form of the code, such as the head of a route. */
const maxPlaces = 8;

/** The lines of a file that count: all but imports, comments, blank lines and lone punctuation. */
export function readBody(text) {
  const code = text.replace(/^import [^;]*;$/gm, (found) => found.replace(/[^\n]/g, ""));
  return code
    .split("\n")
    .map((line, index) => ({ text: line.trim().replace(/\s+/g, " "), line: index + 1 }))
    .filter(({ text }) => /\w/.test(text) && !/^(\/\/|\/?\*)/.test(text));
}

/** The pairs of places in `[file, { body }]` that share lines to the letter, the longest first. */
export function findDuplicates(sources) {
  const windows = new Map();
  for (const [file, { body }] of sources)
    for (let start = 0; start + minDuplicateLines <= body.length; start += 1) {
      const key = body
        .slice(start, start + minDuplicateLines)
        .map(({ text }) => text)
        .join("\n");
      windows.set(key, [...(windows.get(key) ?? []), { file, start, body }]);
    }
  const pairs = [...windows.values()]
    .filter((places) => places.length <= maxPlaces)
    .flatMap((places) => places.flatMap((one, index) => places.slice(index + 1).map((other) => ({ one, other }))))
    .sort((a, b) => a.one.start - b.one.start);
  const runs = [];
  const open = new Map();
  for (const { one, other } of pairs) {
    const at = (shift) => `${one.file} ${one.start + shift} ${other.file} ${other.start + shift}`;
    const run = open.get(at(-1)) ?? { lines: minDuplicateLines - 1, places: `${placeOf(one)} ~ ${placeOf(other)}` };
    if (run.lines < minDuplicateLines) runs.push(run);
    run.lines += 1;
    open.set(at(0), run);
  }
  return runs.sort((a, b) => b.lines - a.lines);
}

const placeOf = ({ file, start, body }) => `${file}:${body[start].line}`;
