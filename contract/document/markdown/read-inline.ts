import type { Token, Tokens } from "marked";
import { marks } from "../marks.ts";
import { DocumentBuilder } from "./builder.ts";
import { decodeEntities } from "./escape.ts";
import { readHtml } from "./read-html.ts";
import { addImage, addMention, openLink } from "./read-targets.ts";
import { isToken } from "./tokens.ts";
import { type ResolveUrl, targetOf } from "./urls.ts";

/** The names of the marks by the tokens that stand for them. */
const markNames = new Map<string, string>();
for (const [name, { token }] of marks) if (token) markNames.set(token, name);

/** Reads the tokens inside a text block; marks that HTML opened last until its end. */
export function readInline(tokens: Token[], builder: DocumentBuilder, resolve?: ResolveUrl): void {
  readTokens(tokens, { builder, resolve, within: builder.depth });
  builder.clearMarks();
}

interface InlineReading {
  builder: DocumentBuilder;
  resolve: ResolveUrl | undefined;
  /** Blocks that HTML opens inside the text, such as a list in a cell, end by HTML again; those around it do not. */
  within: number;
}

function readTokens(tokens: Token[], reading: InlineReading): void {
  for (const token of tokens) readToken(token, reading);
}

function readToken(token: Tokens.Generic, reading: InlineReading): void {
  const { builder, resolve, within } = reading;
  const mark = markNames.get(token.type);
  if (mark) {
    builder.mark({ type: mark });
    readTokens(token.tokens ?? [], reading);
    builder.unmark(mark);
    return;
  }
  switch (token.type) {
    case "codespan":
      builder.mark({ type: "code" });
      builder.text(token.text);
      builder.unmark("code");
      break;
    case "br":
      builder.add({ type: "hardBreak" });
      break;
    case "escape":
      builder.text(token.text);
      break;
    case "text":
      if (token.tokens) readTokens(token.tokens, reading);
      else builder.text(decodeEntities(token.text));
      break;
    case "html":
      readHtml(token.raw, builder, within, resolve);
      break;
    case "footnoteReference":
      builder.add({ type: "footnoteReference", attrs: { label: token.label } });
      break;
    default:
      if (isToken("link", token)) readLink(token, reading);
      if (isToken("image", token)) readImage(token, builder, resolve);
  }
}

function readLink({ href, title, tokens }: Tokens.Link, reading: InlineReading): void {
  const { builder, resolve } = reading;
  const url = decodeEntities(href);
  const target = targetOf(url, resolve);
  if ("mention" in target) {
    addMention(target.mention, textOf(tokens), builder);
    return;
  }
  openLink({ url, title: title ? decodeEntities(title) : null }, builder, resolve);
  readTokens(tokens, reading);
  builder.unmark("link");
}

function readImage(image: Tokens.Image, builder: DocumentBuilder, resolve?: ResolveUrl): void {
  const alt = image.tokens ? textOf(image.tokens) : decodeEntities(image.text);
  const caption = decodeEntities(image.title ?? "");
  addImage(targetOf(decodeEntities(image.href), resolve), { alt, caption, width: null }, builder);
}

/** The words of tokens, without their marks. */
function textOf(tokens: Token[]): string {
  const builder = new DocumentBuilder();
  readInline(tokens, builder);
  return (
    builder.top.content?.map(({ text, attrs }) => text ?? String(attrs?.label ?? attrs?.alt ?? " ")).join("") ?? ""
  );
}
