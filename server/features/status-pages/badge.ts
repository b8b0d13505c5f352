import { escapeHtml } from "../../../contract/document/html.ts";
import type { PublicState } from "../../../contract/status-pages/status-pages.ts";

const words: Record<PublicState, { text: string; fill: string }> = {
  online: { text: "online", fill: "#1b7f4b" },
  degraded: { text: "beeinträchtigt", fill: "#8a5200" },
  offline: { text: "offline", fill: "#b32b0c" },
  maintenance: { text: "Wartung", fill: "#285aa1" },
  unknown: { text: "unbekannt", fill: "#595257" },
  paused: { text: "pausiert", fill: "#595257" },
};

const letter = 6.6;
const padding = 16;

/** A picture of one line for other pages: the word of the state, readable on any ground. */
export function badgeSvg(state: PublicState): string {
  const { text, fill } = words[state];
  const label = "Status";
  const left = Math.round(label.length * letter + padding);
  const right = Math.round(text.length * letter + padding);
  const say = (word: string, x: number, width: number) =>
    `<text x="${x + width / 2}" y="14" textLength="${width - padding}" lengthAdjust="spacingAndGlyphs">${escapeHtml(word)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${escapeHtml(text)}"><title>${label}: ${escapeHtml(text)}</title><clipPath id="c"><rect width="${left + right}" height="20" rx="4"/></clipPath><g clip-path="url(#c)"><rect width="${left}" height="20" fill="#3b3438"/><rect x="${left}" width="${right}" height="20" fill="${fill}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,sans-serif" font-size="11">${say(label, 0, left)}${say(text, left, right)}</g></svg>`;
}
