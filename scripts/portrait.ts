/** What a drawn portrait needs; colours in CSS hex. */
export interface Portrait {
  ground: string;
  skin: string;
  hair: string;
  clothes: string;
  style: "short" | "long" | "bob" | "bun" | "beard";
}

const behind: Record<Portrait["style"], string> = {
  short: "",
  beard: "",
  long: '<path d="M150 236c0-92 46-138 106-138s106 46 106 138v150H150z"/>',
  bob: '<path d="M152 240c0-90 44-136 104-136s104 46 104 136v64H152z"/>',
  bun: '<circle cx="256" cy="92" r="44"/>',
};

const inFront: Record<Portrait["style"], string> = {
  short: '<path d="M168 226c-8-78 30-124 92-124 58 0 94 42 84 122-14-34-34-54-62-62-36 14-82 14-104 22z"/>',
  beard:
    '<path d="M170 220c-8-74 30-116 88-116s94 40 84 116c-12-32-36-50-86-50s-74 18-86 50z"/><path d="M172 256c6 74 40 106 84 106s78-32 84-106c-18 40-46 46-84 46s-66-6-84-46z"/>',
  long: '<path d="M170 232c-6-80 28-126 86-126s92 46 86 126c-22-24-58-42-98-70-18 36-46 56-74 70z"/>',
  bob: '<path d="M166 244c-8-86 28-138 90-138s98 52 90 138c-10-40-28-62-44-74-40 8-86 8-104 6-18 16-28 38-32 68z"/>',
  bun: '<path d="M170 226c-6-76 30-120 86-120s92 44 86 120c-22-40-50-56-86-56s-64 16-86 56z"/>',
};

/** Draws a flat portrait as SVG, 512 px square. */
export function drawPortrait({ ground, skin, hair, clothes, style }: Portrait): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
<rect width="512" height="512" fill="${ground}"/>
<g fill="${hair}">${behind[style]}</g>
<path d="M72 512c8-96 76-142 184-142s176 46 184 142z" fill="${clothes}"/>
<path d="M218 330h76v50c0 26-16 42-38 42s-38-16-38-42z" fill="${skin}"/>
<path d="M218 352c22 20 54 20 76 0v-14h-76z" fill="#000" fill-opacity=".1"/>
<ellipse cx="256" cy="248" rx="84" ry="104" fill="${skin}"/>
<g fill="${hair}">${inFront[style]}</g>
<g fill="#2A1D18"><circle cx="226" cy="248" r="7"/><circle cx="286" cy="248" r="7"/></g>
<path d="M230 298c16 14 36 14 52 0" fill="none" stroke="#2A1D18" stroke-width="6" stroke-linecap="round"/>
</svg>`;
}
