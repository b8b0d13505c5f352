import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin.js";

const token = (name: string) => `var(--${name})`;
const identity = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [
    [`a${n}`, token(`a${n}`)],
    [`a${n}t`, token(`a${n}t`)],
  ]),
);
const series = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`s${n}`, token(`s${n}`)]));

// The palette, the type scale, the radii and the durations replace Tailwind's own, so that a class outside the
// design does not compile.
export default {
  content: ["app/**/*.{ts,tsx}"],
  darkMode: "class",
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      inherit: "inherit",
      white: "#FFFFFF",
      canvas: token("canvas"),
      surface: token("surface"),
      raised: token("raised"),
      sunken: token("sunken"),
      hover: token("hover"),
      selected: token("selected"),
      skeleton: token("skeleton"),
      line: { DEFAULT: token("line"), strong: token("line-strong") },
      control: token("control"),
      text: { 1: token("text-1"), 2: token("text-2"), 3: token("text-3") },
      inverse: token("inverse"),
      "on-inverse": { DEFAULT: token("on-inverse"), 2: token("on-inverse-2") },
      focus: token("focus"),
      scrim: token("scrim"),
      brand: {
        DEFAULT: token("brand"),
        hover: token("brand-hover"),
        press: token("brand-press"),
        text: token("brand-text"),
        soft: token("brand-soft"),
        panel: token("brand-panel"),
      },
      "on-brand": token("on-brand"),
      ok: { DEFAULT: token("ok"), text: token("ok-text"), soft: token("ok-soft"), quiet: token("ok-quiet") },
      warn: { DEFAULT: token("warn"), text: token("warn-text"), soft: token("warn-soft"), fill: token("warn-fill") },
      bad: { DEFAULT: token("bad"), hover: token("bad-hover"), text: token("bad-text"), soft: token("bad-soft") },
      "on-bad": token("on-bad"),
      mnt: { DEFAULT: token("mnt"), text: token("mnt-text"), soft: token("mnt-soft") },
      unk: { DEFAULT: token("unk"), soft: token("unk-soft") },
      tint: { 4: token("tint-4"), 6: token("tint-6"), 7: token("tint-7"), 26: token("tint-26") },
      ...series,
      ...identity,
    },
    fontFamily: {
      sans: ['"Inter Variable"', "Inter", "system-ui", "sans-serif"],
      mono: ['"JetBrains Mono Variable"', "ui-monospace", '"Cascadia Mono"', "Consolas", "monospace"],
    },
    fontSize: {
      error: ["34px", { lineHeight: "42px", letterSpacing: "-0.024em", fontWeight: "620" }],
      "wiki-title": ["32px", { lineHeight: "40px", letterSpacing: "-0.022em", fontWeight: "620" }],
      sentence: ["30px", { lineHeight: "38px", letterSpacing: "-0.022em", fontWeight: "620" }],
      "sentence-phone": ["24px", { lineHeight: "30px", letterSpacing: "-0.022em", fontWeight: "620" }],
      title: ["26px", { lineHeight: "32px", letterSpacing: "-0.018em", fontWeight: "620" }],
      "title-phone": ["24px", { lineHeight: "30px", letterSpacing: "-0.018em", fontWeight: "620" }],
      figure: ["40px", { lineHeight: "44px", letterSpacing: "-0.028em", fontWeight: "560" }],
      "figure-sm": ["22px", { lineHeight: "30px", letterSpacing: "-0.018em", fontWeight: "560" }],
      lead: ["20px", { lineHeight: "28px", letterSpacing: "-0.012em", fontWeight: "600" }],
      dialog: ["17px", { lineHeight: "24px", letterSpacing: "-0.008em", fontWeight: "600" }],
      section: ["16px", { lineHeight: "24px", letterSpacing: "-0.008em", fontWeight: "600" }],
      input: ["16px", { lineHeight: "24px" }],
      panel: ["15px", { lineHeight: "22px", fontWeight: "600" }],
      prose: ["15px", { lineHeight: "25px" }],
      help: ["15px", { lineHeight: "24px" }],
      body: ["14px", { lineHeight: "22px" }],
      row: ["14px", { lineHeight: "20px" }],
      chat: ["13.5px", { lineHeight: "20px" }],
      card: ["13.5px", { lineHeight: "19px" }],
      ui: ["13px", { lineHeight: "20px" }],
      note: ["13px", { lineHeight: "18px" }],
      meta: ["12.5px", { lineHeight: "18px" }],
      label: ["12px", { lineHeight: "16px" }],
      rail: ["11px", { lineHeight: "14px", letterSpacing: "-0.005em" }],
      key: ["11px", { lineHeight: "16px" }],
      badge: ["10.5px", { lineHeight: "17px", fontWeight: "600" }],
    },
    fontWeight: {
      normal: "400",
      450: "450",
      medium: "500",
      550: "550",
      560: "560",
      semibold: "600",
      620: "620",
      650: "650",
      bold: "700",
    },
    borderRadius: { none: "0", 4: "4px", 6: "6px", 8: "8px", 10: "10px", 12: "12px", full: "9999px" },
    boxShadow: { e2: "var(--e2)", e3: "var(--e3)", none: "none" },
    transitionDuration: { DEFAULT: "120ms", 120: "120ms", 180: "180ms", 250: "250ms" },
    transitionTimingFunction: { DEFAULT: "var(--ease)", linear: "linear", "in-out": "ease-in-out" },
    extend: {
      spacing: { gutter: "var(--gutter)" },
      keyframes: {
        "fade-in": { from: { opacity: "0" } },
        "fade-out": { to: { opacity: "0" } },
        rise: { from: { opacity: "0", transform: "translateY(4px)" } },
        leave: { from: { maxHeight: "96px" }, to: { maxHeight: "0", opacity: "0" } },
        spin: { to: { transform: "rotate(360deg)" } },
        skeleton: { to: { opacity: "0.5" } },
        life: { to: { transform: "scaleX(0)" } },
      },
      animation: {
        "fade-in": "fade-in 250ms var(--ease)",
        "fade-out": "fade-out 180ms var(--ease) forwards",
        rise: "rise 180ms var(--ease)",
        "rise-slow": "rise 250ms var(--ease)",
        leave: "leave 180ms var(--ease) forwards",
        spin: "spin 900ms linear infinite",
        skeleton: "skeleton 1400ms ease-in-out infinite alternate",
        life: "life linear forwards",
      },
    },
  },
  plugins: [
    plugin(({ addVariant }) => {
      addVariant("short", "@media (max-height: 779px)");
      addVariant("low", "@media (max-height: 679px)");
    }),
  ],
} satisfies Config;
