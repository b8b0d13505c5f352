import { escapeHtml } from "../../contract/document/html.ts";
import type { MailContent, MailSection } from "./queue.ts";

export interface Rendered {
  text: string;
  html: string;
}

/** What the template knows besides the content. */
export interface Letterhead {
  subject: string;
  /** Greets by it. */
  name: string;
  agencyName: string;
  baseUrl: string;
  preferencesUrl: string | undefined;
  unsubscribeUrl: string | undefined;
}

/** A mail as plain text and as HTML that readers show in light and dark; every word is escaped. */
export function renderMail(content: MailContent, head: Letterhead): Rendered {
  return { text: renderText(content, head), html: renderHtml(content, head) };
}

const endings = {
  mail: { why: "Du bekommst diese E-Mail, weil du sie so eingestellt hast.", end: "Solche E-Mails abbestellen" },
  digest: { why: "Das ist deine tägliche Zusammenfassung.", end: "Zusammenfassung abbestellen" },
};

function renderText({ paragraphs, action, sections = [], unsubscribe }: MailContent, head: Letterhead): string {
  const { baseUrl } = head;
  const parts = [`Hallo ${head.name},`, ...paragraphs];
  for (const { title, items } of sections) {
    const lines = items.map(({ title, text, path, at }) =>
      [`– ${title} (${at})`, text && indent(text), path && indent(baseUrl + path)].filter(Boolean).join("\n"),
    );
    parts.push(`${title}\n${"-".repeat([...title].length)}\n${lines.join("\n\n")}`);
  }
  if (action) parts.push(`${action.label}:\n${baseUrl}${action.path}`);
  const foot = [`${signature(head)}, ${baseUrl}`];
  if (unsubscribe) {
    foot.push(endings[unsubscribe].why);
    if (head.preferencesUrl) foot.push(`Einstellungen: ${head.preferencesUrl}`);
    if (head.unsubscribeUrl) foot.push(`${endings[unsubscribe].end}: ${head.unsubscribeUrl}`);
  }
  // The line of two hyphens and a space begins a signature in every reader of mail.
  return `${parts.join("\n\n")}\n\n-- \n${foot.join("\n")}\n`;
}

const indent = (text: string) => text.replace(/^/gm, "  ");

const signature = ({ agencyName }: Letterhead) =>
  agencyName ? `MEDIUM TechCenter · ${agencyName}` : "MEDIUM TechCenter";

function renderHtml({ paragraphs, action, sections = [], unsubscribe }: MailContent, head: Letterhead): string {
  const { baseUrl } = head;
  const body = paragraphs.map((text) => `<p class="words">${breaks(text)}</p>`).join("");
  const button = action
    ? `<p class="act"><a class="button" href="${escapeHtml(baseUrl + action.path)}">${escapeHtml(action.label)}</a></p>`
    : "";
  const ending = unsubscribe ? renderEnding(unsubscribe, head) : "";
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(head.subject)}</title>
<style>${mailStyle}</style>
</head>
<body class="page">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" class="around">
<table role="presentation" class="sheet" width="560" cellpadding="0" cellspacing="0">
<tr><td class="bar">MEDIUM TechCenter</td></tr>
<tr><td class="body">
<p class="words">Hallo ${escapeHtml(head.name)},</p>${body}${sections.map((each) => renderSection(each, baseUrl)).join("")}${button}
</td></tr>
<tr><td class="foot">${escapeHtml(signature(head))} · <a href="${escapeHtml(baseUrl)}">${escapeHtml(baseUrl.replace(/^https?:\/\//, ""))}</a>${ending}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function renderSection({ title, items }: MailSection, baseUrl: string): string {
  const rows = items.map(({ title, text, path, at }) => {
    const name = path ? `<a href="${escapeHtml(baseUrl + path)}">${escapeHtml(title)}</a>` : escapeHtml(title);
    const detail = text ? `<br><span class="quiet">${breaks(text)}</span>` : "";
    return `<li><b>${name}</b> <span class="at">${escapeHtml(at)}</span>${detail}</li>`;
  });
  return `<h2>${escapeHtml(title)}</h2><ul>${rows.join("")}</ul>`;
}

function renderEnding(which: "mail" | "digest", { preferencesUrl, unsubscribeUrl }: Letterhead): string {
  const links = [
    preferencesUrl && `<a href="${escapeHtml(preferencesUrl)}">Benachrichtigungen einstellen</a>`,
    unsubscribeUrl && `<a href="${escapeHtml(unsubscribeUrl)}">${endings[which].end}</a>`,
  ].filter(Boolean);
  return `<br>${endings[which].why} ${links.join(" · ")}`;
}

const breaks = (text: string) => escapeHtml(text).replaceAll("\n", "<br>");

/** The palette of the portal, written out: readers of mail know no variables. */
const mailStyle = `
body, table, td { font-family: Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.page { margin: 0; padding: 0; background: #f6f4f5; }
.around { padding: 24px 12px; }
.sheet { width: 100%; max-width: 560px; background: #ffffff; border-radius: 12px; }
.bar { padding: 14px 28px; background: #b40032; color: #ffffff; border-radius: 12px 12px 0 0; font-size: 15px; font-weight: 600; }
.body { padding: 24px 28px 8px; color: #1b1719; font-size: 15px; line-height: 24px; }
.words { margin: 0 0 14px; overflow-wrap: anywhere; }
.act { margin: 22px 0 18px; }
.button { display: inline-block; padding: 10px 18px; border-radius: 6px; background: #b40032; color: #ffffff; font-weight: 600; text-decoration: none; }
h2 { margin: 22px 0 6px; font-size: 16px; line-height: 24px; }
ul { margin: 0 0 14px; padding: 0 0 0 18px; }
li { margin: 0 0 10px; overflow-wrap: anywhere; }
li a { color: #1b1719; }
.at { color: #736a6f; font-size: 13px; white-space: nowrap; }
.quiet { color: #595257; }
.foot { padding: 14px 28px 22px; color: #736a6f; font-size: 12px; line-height: 18px; }
.foot a { color: #595257; }
@media (prefers-color-scheme: dark) {
  .page { background: #0f0d0e !important; }
  .sheet { background: #161415 !important; }
  .bar { background: #7d0023 !important; }
  .body, li a { color: #f3f0f1 !important; }
  .button { background: #d01b4b !important; }
  .quiet, .foot a { color: #b5adb1 !important; }
  .at, .foot { color: #948b90 !important; }
}
`;
