import { lazyModule } from "../../lazy-module.ts";

const htmlParser = lazyModule<typeof import("htmlparser2")>(import.meta.url, "htmlparser2");

export interface PageLink {
  href: string;
  text: string;
}

/** An address or number that a link holds, with the number of the line in which it stands. */
export interface LinkedContact {
  value: string;
  line: number;
}

/** What a page says, line by line as a visitor reads it. */
export interface ReadHtml {
  title: string;
  lines: string[];
  links: PageLink[];
  /** From `mailto:` and what hides addresses from machines. */
  mails: LinkedContact[];
  phones: LinkedContact[];
  /** Data for machines (schema.org), unparsed. */
  data: string[];
}

const maxHtml = 1024 * 1024;
const maxLines = 4000;
const maxLine = 400;
const maxLinks = 2000;
const maxData = 20;

const unread = new Set(["style", "noscript", "template", "svg", "select", "iframe", "object"]);
const inline = new Set(
  "a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr del label".split(
    " ",
  ),
);

/** Reads a page into lines and links; never throws, and takes linear time whatever the page holds. */
export function readHtml(source: string): ReadHtml {
  const page: ReadHtml = { title: "", lines: [], links: [], mails: [], phones: [], data: [] };
  let line = "";
  let link: PageLink | undefined;
  let script: "data" | "other" | undefined;
  let isTitle = false;
  /** The outermost element whose text nobody reads, and how many of its kind are open. */
  let skipped: { name: string; depth: number } | undefined;
  const endLine = () => {
    const text = line.replace(/\s+/g, " ").trim();
    line = "";
    if (text && page.lines.length < maxLines) page.lines.push(text.slice(0, maxLine));
  };
  const parser = new (htmlParser().Parser)(
    {
      onopentag(name, attributes) {
        if (skipped?.name === name) skipped.depth += 1;
        if (name === "title" && !page.title) isTitle = true;
        if (name === "script") {
          const isData = /ld\+json/i.test(attributes.type ?? "") && page.data.length < maxData;
          script = isData ? "data" : "other";
          if (isData) page.data.push("");
        }
        const hidden = attributes["data-cfemail"] ?? protectedIn(attributes.href);
        const revealed = hidden && revealMail(hidden);
        if (revealed) page.mails.push({ value: revealed, line: page.lines.length });
        if (skipped) return;
        if (unread.has(name)) {
          skipped = { name, depth: 1 };
          return;
        }
        if (revealed) line += ` ${revealed} `;
        if (!inline.has(name)) endLine();
        if (name === "a" && attributes.href) link = openLink(page, attributes.href);
        if (name === "img" && link && attributes.alt) link.text += ` ${attributes.alt.slice(0, 100)}`;
      },
      ontext(text) {
        if (isTitle) page.title += text.slice(0, 300 - page.title.length);
        if (script === "data") page.data[page.data.length - 1] += text;
        if (skipped || script || isTitle) return;
        if (line.length < 4 * maxLine) line += text;
        if (link && link.text.length < 200) link.text += text;
      },
      onclosetag(name) {
        if (name === "title") isTitle = false;
        if (name === "script") script = undefined;
        if (name === "a") link = undefined;
        if (skipped?.name === name) {
          skipped.depth -= 1;
          if (skipped.depth === 0) skipped = undefined;
          return;
        }
        if (!skipped && !inline.has(name)) endLine();
      },
    },
    { decodeEntities: true },
  );
  parser.write(source.slice(0, maxHtml));
  parser.end();
  endLine();
  page.title = page.title.replace(/\s+/g, " ").trim().slice(0, 300);
  return page;
}

function openLink(page: ReadHtml, href: string): PageLink | undefined {
  const url = href.trim().slice(0, 2048);
  const mail = /^mailto:([^?]{3,254})/i.exec(url)?.[1];
  const line = page.lines.length;
  if (mail) page.mails.push({ value: decoded(mail), line });
  const phone = /^tel:(.{3,40})$/i.exec(url)?.[1];
  if (phone) page.phones.push({ value: decoded(phone), line });
  if (mail || phone || page.links.length >= maxLinks) return undefined;
  const link = { href: url, text: "" };
  page.links.push(link);
  return link;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}

const protectedIn = (href: string | undefined) => /\/email-protection#([\da-f]{6,400})$/i.exec(href ?? "")?.[1];

/** An address as Cloudflare hides it: the first byte is what the others were mixed with. */
function revealMail(hidden: string): string | undefined {
  if (!/^(?:[\da-f]{2}){3,200}$/i.test(hidden)) return undefined;
  const bytes = Buffer.from(hidden, "hex");
  const key = bytes[0] ?? 0;
  return Buffer.from(bytes.subarray(1).map((byte) => byte ^ key)).toString("utf8");
}
