import { escapeHtml } from "../../../contract/document/html.ts";
import { hashOf } from "../tempo.ts";

/** What a page of the sample agency's customers shows. */
export interface Shown {
  company: string;
  slogan: string;
  /** What the menu leads to. */
  topics: readonly string[];
  isShop: boolean;
}

interface Ink {
  /** A colour of its own for each name. */
  main: string;
  deep: string;
  pale: string;
}

interface Design {
  css: string;
  body(shown: Shown, ink: Ink): string;
}

const nav = ({ topics }: Shown) =>
  `<nav>${topics.map((topic) => `<a href="#${encodeURIComponent(topic)}">${escapeHtml(topic)}</a>`).join("")}</nav>`;
const brand = ({ company }: Shown) => `<b class="brand">${escapeHtml(company)}</b>`;
const cards = ({ topics }: Shown, text: string) =>
  `<section class="cards">${topics
    .map(
      (topic) =>
        `<article id="${encodeURIComponent(topic)}"><i></i><h2>${escapeHtml(topic)}</h2><p>${text}</p></article>`,
    )
    .join("")}</section>`;
const head = (shown: Shown) => `<header>${brand(shown)}${nav(shown)}</header>`;
const call = ({ isShop }: Shown) =>
  `<a class="call" href="#kontakt">${isShop ? "Zum Sortiment" : "Kontakt aufnehmen"}</a>`;
const title = ({ slogan }: Shown) => `<h1>${escapeHtml(slogan)}</h1>`;

/** A hill landscape or a still life of shapes in place of a photograph. */
const picture = ({ main, deep, pale }: Ink, seed: number) =>
  `<svg viewBox="0 0 600 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect width="600" height="360" fill="${pale}"/><circle cx="${120 + (seed % 360)}" cy="${80 + (seed % 60)}" r="${34 + (seed % 40)}" fill="${main}" opacity=".5"/><path d="M0 ${230 + (seed % 50)}Q150 ${120 + (seed % 90)} 300 ${240 - (seed % 40)}T600 ${190 + (seed % 60)}V360H0Z" fill="${main}"/><path d="M0 300Q${150 + (seed % 120)} ${210 + (seed % 50)} 360 300T600 270V360H0Z" fill="${deep}"/></svg>`;

const text = "Persönlich, verlässlich und mit Erfahrung aus vielen Jahren. Sprechen Sie uns an, wir nehmen uns Zeit.";

const designs: readonly Design[] = [
  {
    css: `header{position:absolute;inset:0 0 auto;color:#fff}.hero{position:relative;height:62vh;min-height:420px;display:grid;place-content:center;text-align:center;color:#fff}.hero svg{position:absolute;inset:0;width:100%;height:100%;filter:brightness(.72)}.hero>*{position:relative}`,
    body: (shown, ink) =>
      `${head(shown)}<div class="hero">${picture(ink, hashOf(shown.company))}${title(shown)}<p>${text}</p>${call(shown)}</div>${cards(shown, text)}`,
  },
  {
    css: `.split{display:grid;grid-template-columns:1fr 1fr;min-height:560px}.split>div{padding:9vw 5vw;align-content:center;display:grid;gap:18px}.split svg{width:100%;height:100%}@media(max-width:700px){.split{grid-template-columns:1fr}.split svg{height:260px}}`,
    body: (shown, ink) =>
      `${head(shown)}<div class="split"><div>${title(shown)}<p>${text}</p>${call(shown)}</div>${picture(ink, hashOf(shown.slogan))}</div>${cards(shown, text)}`,
  },
  {
    css: `body{background:#14161a;color:#eceef2}h1{font-size:clamp(44px,9vw,132px);letter-spacing:-.04em;line-height:.95;padding:11vw 5vw 4vw}.cards article{background:#1f2329}footer{background:#0d0f12;color:#aeb4be}.lead{padding:0 5vw 6vw;max-width:640px;font-size:21px;color:var(--pale)}`,
    body: (shown) => `${head(shown)}${title(shown)}<p class="lead">${text}</p>${cards(shown, text)}`,
  },
  {
    css: `.shelf{display:grid;grid-template-columns:repeat(4,1fr);gap:26px;padding:34px 5vw 60px}.shelf article{border:1px solid #e4e4e0;border-radius:10px;overflow:hidden}.shelf svg{width:100%;height:190px;display:block}.shelf p{padding:12px 16px;display:flex;justify-content:space-between}h1{padding:40px 5vw 0;font-size:34px}@media(max-width:700px){.shelf{grid-template-columns:1fr 1fr;gap:12px}.shelf svg{height:120px}}`,
    body: (shown, ink) =>
      `${head(shown)}${title(shown)}<div class="shelf">${Array.from({ length: 8 }, (_, at) => `<article>${picture(ink, hashOf(`${shown.company}${at}`))}<p><span>${escapeHtml(shown.topics[at % shown.topics.length] ?? "")}</span><b>${12 + (hashOf(`${at}${shown.company}`) % 80)},90 €</b></p></article>`).join("")}</div>`,
  },
  {
    css: `body{font-family:Georgia,serif}header{justify-content:center;border-bottom:3px double var(--deep);flex-direction:column;gap:8px}.brand{font-size:38px}.columns{columns:3 260px;column-gap:38px;padding:36px 7vw;line-height:1.65}.columns h2{break-after:avoid}.wide svg{width:100%;height:340px}`,
    body: (shown, ink) =>
      `${head(shown)}<div class="wide">${picture(ink, hashOf(shown.topics.join()))}</div><div class="columns">${title(shown)}${shown.topics.map((topic) => `<h2>${escapeHtml(topic)}</h2><p>${text} ${text} ${text}</p>`).join("")}</div>`,
  },
  {
    css: `body{font-family:Georgia,serif;background:var(--pale)}main{max-width:700px;margin:0 auto;padding:15vh 32px;text-align:center}h1{font-weight:400;font-size:54px}header{justify-content:center}.brand{display:none}`,
    body: (shown) =>
      `${head(shown)}<p style="text-align:center;letter-spacing:.3em;padding-top:8vh">${escapeHtml(shown.company.toUpperCase())}</p><div class="quiet" style="max-width:700px;margin:0 auto;padding:7vh 32px 16vh;text-align:center">${title(shown)}<p style="margin:26px 0">${text}</p>${call(shown)}</div>`,
  },
  {
    css: `.page{display:grid;grid-template-columns:270px 1fr;min-height:92vh}header{flex-direction:column;align-items:flex-start;justify-content:flex-start;gap:34px;background:var(--deep);color:#fff;padding:44px 30px}nav{flex-direction:column;display:flex;gap:14px}.inner{padding:64px 6vw}.inner svg{width:100%;height:320px;border-radius:14px;margin:28px 0}@media(max-width:700px){.page{grid-template-columns:1fr}nav{display:none}header{padding:22px}.inner{padding:32px 22px}}`,
    body: (shown, ink) =>
      `<div class="page">${head(shown)}<div class="inner">${title(shown)}${picture(ink, hashOf(shown.company + shown.slogan))}<p>${text} ${text}</p></div></div>`,
  },
  {
    css: `body{background:#f4f2ee}.hero{margin:18px 5vw;border-radius:26px;background:var(--main);color:#fff;padding:84px 7vw;display:grid;gap:18px}.hero .call{background:#fff;color:var(--deep)}.cards article{background:#fff;border-radius:22px}.cards i{border-radius:50%}`,
    body: (shown) =>
      `${head(shown)}<div class="hero">${title(shown)}<p>${text}</p>${call(shown)}</div>${cards(shown, text)}`,
  },
  {
    css: `.slant{background:linear-gradient(115deg,var(--deep) 0 54%,var(--main) 54% 78%,var(--pale) 78%);color:#fff;padding:120px 7vw 150px}.slant h1{max-width:46%}@media(max-width:700px){.slant h1{max-width:none}.slant{background:linear-gradient(160deg,var(--deep) 0 70%,var(--main) 70%)}}`,
    body: (shown) => `${head(shown)}<div class="slant">${title(shown)}${call(shown)}</div>${cards(shown, text)}`,
  },
  {
    css: `.land{display:grid;grid-template-columns:1.3fr 1fr;gap:6vw;padding:84px 7vw;background:linear-gradient(var(--pale),#fff)}form{background:#fff;border-radius:16px;box-shadow:0 10px 40px #0002;padding:30px;display:grid;gap:14px}input{border:1px solid #b9bdc4;border-radius:8px;padding:13px;font:inherit}button{border:0;border-radius:8px;background:var(--main);color:#fff;padding:14px;font:inherit}@media(max-width:700px){.land{grid-template-columns:1fr;padding:36px 22px}}`,
    body: (shown) =>
      `${head(shown)}<div class="land"><div>${title(shown)}<p style="margin-top:20px">${text}</p></div><form method="post" action="/kontakt"><b>Rückruf vereinbaren</b><label>Name <input name="name" autocomplete="name"></label><label>Telefon <input name="tel" autocomplete="tel"></label><button>Absenden</button></form></div>${cards(shown, text)}`,
  },
];

export const designCount = designs.length;

const common = `*{box-sizing:border-box;margin:0}body{font:17px/1.55 system-ui,"Segoe UI",sans-serif;color:#22252b;background:#fff}header{display:flex;align-items:center;justify-content:space-between;gap:24px;padding:22px 5vw;z-index:2}.brand{font-size:22px}nav{display:flex;flex-wrap:wrap;gap:6px 26px}a{color:inherit;text-decoration:none}h1{font-size:clamp(32px,4.6vw,64px);line-height:1.1}.call{justify-self:start;display:inline-block;margin-top:14px;background:var(--deep);color:#fff;padding:13px 24px;border-radius:8px}.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:24px;padding:56px 5vw}.cards article{padding:28px;border-radius:12px;background:var(--pale);color:inherit}.cards i{display:block;width:44px;height:44px;border-radius:12px;background:var(--main);margin-bottom:16px}.cards h2{font-size:21px;margin-bottom:8px}footer{padding:30px 5vw;display:flex;flex-wrap:wrap;gap:8px 24px;background:#f0f1f3;color:#3d434d}footer a{text-decoration:underline}.text{max-width:760px;margin:0 auto;padding:48px 24px;display:grid;gap:16px}@media(max-width:700px){nav{display:none}}`;

/** The colours of a name. */
export const inkOf = (name: string): Ink => {
  const hue = hashOf(name) % 360;
  return { main: `hsl(${hue} 52% 42%)`, deep: `hsl(${hue} 46% 22%)`, pale: `hsl(${hue} 42% 92%)` };
};

/** Which of the designs a name has. */
export const designOf = (name: string, isShop: boolean): number =>
  isShop ? 3 : hashOf(`${name} design`) % designs.length;

/** The styles and the body of a name's start page. */
export function drawPage(name: string, shown: Shown): { css: string; body: string } {
  const ink = inkOf(name);
  const design = designs[designOf(name, shown.isShop)];
  if (!design) throw new Error("there is no such design");
  return {
    css: `${common}:root{--main:${ink.main};--deep:${ink.deep};--pale:${ink.pale}}${design.css}`,
    body: design.body(shown, ink),
  };
}

/** The styles of a page that is read. */
export function plainStyle(name: string): string {
  const { main, deep, pale } = inkOf(name);
  return `${common}:root{--main:${main};--deep:${deep};--pale:${pale}}`;
}
