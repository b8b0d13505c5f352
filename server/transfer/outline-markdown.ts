const notices: Record<string, string> = { info: "NOTE", tip: "NOTE", success: "NOTE", warning: "WARNING" };

/**
 * Turns what other wikis write in Markdown of their own into GitHub's: the notices (`:::info`), toggles (`+++`) and
 * picture sizes of Outline, and the references of BookStack. Code blocks stay as they are.
 */
export function toCommonMarkdown(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const open: ("notice" | "toggle")[] = [];
  const written: string[] = [];
  let fence: string | undefined;
  const put = (line: string) => written.push("> ".repeat(open.filter((kind) => kind === "notice").length) + line);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark && fence === undefined) fence = mark[0];
    else if (mark && fence === mark[0] && line.trim() === mark) fence = undefined;
    const [, style] = /^:::(info|tip|success|warning)(?:\s|$)/.exec(line) ?? [];
    if (fence !== undefined || mark) put(line);
    else if (style) {
      put("");
      open.push("notice");
      put(`[!${notices[style]}]`);
    } else if (/^:::\s*$/.test(line) && open.at(-1) === "notice") {
      open.pop();
      put("");
    } else if (/^\+{3,}\s*$/.test(line)) index = toggle(lines, index, open, put);
    else if (line === "\\") put("");
    else put(inLine(line));
  }
  while (open.pop() === "toggle") written.push("", "</details>");
  return written.join("\n");
}

/** Begins a toggle with its first line as what stays visible, or ends the one that is open. */
function toggle(lines: string[], index: number, open: ("notice" | "toggle")[], put: (line: string) => void): number {
  if (open.at(-1) === "toggle") {
    open.pop();
    for (const line of ["", "</details>", ""]) put(line);
    return index;
  }
  let at = index + 1;
  while (at < lines.length && lines[at]?.trim() === "") at++;
  open.push("toggle");
  const summary = (lines[at] ?? "").replace(/^#+\s+/, "").replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  for (const line of ["", "<details>", `<summary>${summary}</summary>`, ""]) put(line);
  return at;
}

const sized = /!\[([^\]\n]*)\]\(([^\s()]+)\s+"[^"\n]*=(\d{1,4})x\d{0,4}"\)/g;
const escapeQuotes = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function inLine(line: string): string {
  return withReferences(line).replace(
    sized,
    (_, alt: string, src: string, width: string) =>
      `<img src="${escapeQuotes(src)}" alt="${escapeQuotes(alt)}" width="${width}">`,
  );
}

/** References of BookStack's portable archives as addresses without brackets. */
export function withReferences(text: string): string {
  return text.replace(
    /\[\[bsexport:(\w{1,20}):([^\]\n]{1,300})\]\]/g,
    (_, kind: string, reference: string) => `bsexport:${kind}:${encodeURIComponent(reference)}`,
  );
}
