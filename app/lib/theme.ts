import { createEmitter, useStore } from "./store.ts";
import { useIsomorphicLayoutEffect } from "./use-isomorphic-layout-effect.ts";

export type Theme = "light" | "dark";

/** What a person has chosen; „system“ is as the device has it at the moment. */
export type ThemeChoice = Theme | "system";

const deviceIsDark = "(prefers-color-scheme: dark)";

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
try{var t=localStorage.getItem("${themeKey}");
if(t!=="dark"&&!(t==="system"&&matchMedia("${deviceIsDark}").matches))return}catch(e){return}
document.documentElement.classList.add("dark");
document.querySelector("meta[name=color-scheme]").content="dark";
document.querySelector("meta[name=theme-color]").content="${themeColours.dark}"})()`;

function current(): Theme {
  return document.documentElement.classList.contains("dark") ? "dark" : "light";
}

function apply(theme: Theme): void {
  document.documentElement.classList.toggle("dark", theme === "dark");
  document.querySelector("meta[name=color-scheme]")?.setAttribute("content", theme);
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", themeColours[theme]);
  changes.emit();
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key === themeKey) apply(themeOf(toChoice(event.newValue)));
}

function followDevice(): void {
  if (storedChoice() === "system") apply(themeOf("system"));
}

const changes = createEmitter(() => {
  window.addEventListener("storage", followOtherTabs);
  window.matchMedia(deviceIsDark).addEventListener("change", followDevice);
  return () => {
    window.removeEventListener("storage", followOtherTabs);
    window.matchMedia(deviceIsDark).removeEventListener("change", followDevice);
  };
});

/** Shows the portal in a theme from here on, in this browser's other tabs too; lost on reload without local storage. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeKey, choice);
  } catch {
    // A browser that keeps nothing still switches.
  }
  apply(themeOf(choice));
}

const toChoice = (word: string | null): ThemeChoice => (word === "dark" || word === "system" ? word : "light");

function storedChoice(): ThemeChoice {
  try {
    return toChoice(localStorage.getItem(themeKey));
  } catch {
    return "light";
  }
}

function themeOf(choice: ThemeChoice): Theme {
  if (choice !== "system") return choice;
  return window.matchMedia(deviceIsDark).matches ? "dark" : "light";
}

/** Shows the stored choice again where React makes the document anew, as it does for an error of the root route. */
export function useStoredTheme(): void {
  useIsomorphicLayoutEffect(() => {
    const theme = themeOf(storedChoice());
    if (theme !== current()) apply(theme);
  }, []);
}

/** Switches between light and dark, whatever the device has. */
export function toggleTheme(): void {
  chooseTheme(current() === "dark" ? "light" : "dark");
}

const light = () => "light" as const;

/** The theme on screen; „light“ while the server renders. */
export function useTheme(): Theme {
  return useStore({ read: current, readOnServer: light, subscribe: changes.subscribe });
}

/** What was chosen in this browser; „light“ while the server renders. */
export function useThemeChoice(): ThemeChoice {
  return useStore<ThemeChoice>({ read: storedChoice, readOnServer: light, subscribe: changes.subscribe });
}
