import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

/** Where the choice is kept, as the plain word (spec section 3). */
export const themeKey = "ui-color-scheme";

/** What a browser's own bars take on: the canvas of each theme. */
export const themeColours: Record<Theme, string> = { light: "#f6f4f5", dark: "#0f0d0e" };

/**
 * Runs before the first paint, so that no page flashes in the other theme. It also hands its nonce on to the style
 * elements that dialogs insert to lock scrolling (`get-nonce` reads this global).
 */
export const themeScript = `(function(){
window.__webpack_nonce__=document.currentScript.nonce;
try{if(localStorage.getItem("${themeKey}")!=="dark")return}catch(e){return}
document.documentElement.classList.add("dark");
document.querySelector("meta[name=color-scheme]").content="dark";
document.querySelector("meta[name=theme-color]").content="${themeColours.dark}"})()`;

const listeners = new Set<() => void>();

function current(): Theme {
  return document.documentElement.classList.contains("dark") ? "dark" : "light";
}

function apply(theme: Theme): void {
  document.documentElement.classList.toggle("dark", theme === "dark");
  document.querySelector("meta[name=color-scheme]")?.setAttribute("content", theme);
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", themeColours[theme]);
  for (const listener of listeners) listener();
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key === themeKey) apply(event.newValue === "dark" ? "dark" : "light");
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTabs);
  };
}

/** Shows the portal in a theme from here on, in this browser's other tabs too; lost on reload without local storage. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // A browser that keeps nothing still switches.
  }
  apply(theme);
}

function stored(): Theme {
  try {
    return localStorage.getItem(themeKey) === "dark" ? "dark" : "light";
  } catch {
    return "light";
  }
}

const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** Shows the stored choice again where React makes the document anew, as it does for an error of the root route. */
export function useStoredTheme(): void {
  useBeforePaint(() => {
    if (stored() !== current()) apply(stored());
  }, []);
}

/** Switches between light and dark. */
export function toggleTheme(): void {
  chooseTheme(current() === "dark" ? "light" : "dark");
}

/** The theme on screen; „light“ while the server renders. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current, () => "light");
}
