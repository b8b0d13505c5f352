import { lazyModule } from "../../lazy-module.ts";
import type { PageFacts, PageForm, PageLink, ReadPage } from "./gathered.ts";
import type { Fetched } from "./site-reader.ts";

const htmlParser = lazyModule<typeof import("htmlparser2")>(import.meta.url, "htmlparser2");
const maxText = 200_000;
const maxLinks = 2000;
const maxForms = 50;
const maxResources = 1000;
const maxValue = 2000;
/** The parser moves all that is open with each element: what is nested deeper than any page is not read on. */
const maxDepth = 2000;
const chunkLength = 16 * 1024;

const unread = new Set(["script", "style", "noscript", "template", "svg"]);
const inline = new Set(["a", "abbr", "b", "em", "i", "small", "span", "strong", "sub", "sup", "wbr"]);
/** Which attribute of an element names what is loaded with the page. */
const loading: Readonly<Record<string, string>> = {
  script: "src",
  img: "src",
  iframe: "src",
  embed: "src",
  audio: "src",
  video: "src",
  source: "src",
  object: "data",
};

/** Reads what rules want to know from the HTML of a page; never throws, in linear time whatever stands in it. */
export function readPage(html: string, url: string): PageFacts {
  const facts: PageFacts = { title: "", robots: [], links: [], forms: [], resources: [], text: "", hasPassword: false };
  const texts: string[] = [];
  let base = url;
  let length = 0;
  let depth = 0;
  let unreadDepth = 0;
  let isTitle = false;
  let link: PageLink | undefined;
  let form: PageForm | undefined;
  const resolve = (text: string | undefined) => resolveIn(text, base);
  const add = (text: string) => {
    if (length >= maxText) return;
    texts.push(text.slice(0, maxText - length));
    length += text.length;
  };
  const parser = new (htmlParser().Parser)({
    onopentag(name, attributes) {
      depth += 1;
      if (unread.has(name)) unreadDepth += 1;
      if (name === "title" && facts.title === "") isTitle = true;
      if (name === "base") base = resolve(attributes.href) ?? base;
      if (name === "meta" && /^(robots|googlebot)$/i.test(attributes.name ?? ""))
        facts.robots.push((attributes.content ?? "").slice(0, maxValue));
      const source = loading[name] === undefined ? undefined : attributes[loading[name]];
      const isStyle = name === "link" && /\b(stylesheet|preload|icon)\b/i.test(attributes.rel ?? "");
      const resource = resolve(isStyle ? attributes.href : source);
      // Scripts of another type wait for somebody to agree.
      const isWaiting = name === "script" && /^(text\/plain|application\/json|.*ld\+json)/i.test(attributes.type ?? "");
      if (resource && !isWaiting && facts.resources.length < maxResources)
        facts.resources.push({ tag: name, url: resource });
      if ((name === "a" || name === "area") && facts.links.length < maxLinks) {
        const target = resolve(attributes.href);
        link = target ? { url: target, text: attributes["aria-label"] ?? attributes.title ?? "" } : undefined;
        if (link && /\bnofollow\b/i.test(attributes.rel ?? "")) link.isNofollow = true;
        if (link) facts.links.push(link);
      }
      if (name === "img" && link && attributes.alt) link.text += ` ${attributes.alt.slice(0, 200)}`;
      if (name === "form" && facts.forms.length < maxForms) {
        form = openForm(attributes, { action: resolve(attributes.action) ?? url, at: facts.forms.length });
        facts.forms.push(form);
      }
      if (/^(input|textarea|select)$/.test(name)) {
        const type = (attributes.type ?? name).toLowerCase();
        if (type === "password") facts.hasPassword = true;
        if (form && type !== "hidden" && form.fields.length < 50)
          form.fields.push((attributes.name ?? type).slice(0, 100));
      }
      if (!inline.has(name)) add(" ");
    },
    ontext(text) {
      if (isTitle) facts.title = (facts.title + text).slice(0, 300);
      if (link && link.text.length < 300) link.text += text;
      if (unreadDepth === 0 && !isTitle) add(text);
    },
    onclosetag(name) {
      depth -= 1;
      if (unread.has(name) && unreadDepth > 0) unreadDepth -= 1;
      if (name === "title") isTitle = false;
      if (name === "a" || name === "area") link = undefined;
      if (name === "form") form = undefined;
      if (!inline.has(name)) add(" ");
    },
  });
  for (let at = 0; at < html.length && depth < maxDepth; at += chunkLength)
    parser.write(html.slice(at, at + chunkLength));
  parser.end();
  facts.text = tidy(texts.join(""));
  facts.title = tidy(facts.title);
  for (const each of facts.links) each.text = tidy(each.text).slice(0, 200);
  return facts;
}

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

function resolveIn(text: string | undefined, base: string): string | undefined {
  const trimmed = text?.trim();
  if (!trimmed || trimmed.length > maxValue || !URL.canParse(trimmed, base)) return undefined;
  const { protocol, href } = new URL(trimmed, base);
  return /^(https?|mailto):$/.test(protocol) ? href : undefined;
}

function openForm(attributes: Record<string, string>, { action, at }: { action: string; at: number }): PageForm {
  const { id, name, class: classes } = attributes;
  const first = classes?.trim().split(/\s+/)[0];
  const rest = id ? `#${id}` : name ? `[name="${name}"]` : first ? `.${first}` : `:nth-of-type(${at + 1})`;
  return {
    action,
    method: (attributes.method ?? "get").toLowerCase(),
    fields: [],
    selector: `form${rest}`.slice(0, 200),
  };
}

/** Nothing but scripts: without a browser nobody knows what stands there. */
export const isBare = ({ links, resources }: PageFacts) =>
  links.length < 3 && resources.some(({ tag }) => tag === "script");

/** A legal page that only scripts write: a text that is there has more to say than a note to wait. */
export const isUnread = ({ facts }: ReadPage) => isBare(facts) && facts.text.length < 300;

/** Besides a form for a password and what goes with it there is hardly anything. */
export const asksForSignIn = ({ hasPassword, textLength, linkCount }: SignInSigns) =>
  hasPassword && textLength < 600 && linkCount < 15;

export interface SignInSigns {
  hasPassword: boolean;
  textLength: number;
  linkCount: number;
}

export const signInSignsOf = ({ hasPassword, text, links }: PageFacts): SignInSigns => ({
  hasPassword,
  textLength: text.length,
  linkCount: links.length,
});

/** Reads what was fetched. */
export function pageOf({ url, status, headers, body }: Fetched, clicks: number): ReadPage {
  return { url, status, headers, clicks, facts: readPage(body, url) };
}
