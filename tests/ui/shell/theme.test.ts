// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  chooseTheme,
  themeColours,
  themeKey,
  themeScript,
  toggleTheme,
  useStoredTheme,
  useTheme,
  useThemeChoice,
} from "../../../app/lib/theme.ts";
import { render } from "../../support/browser/render.tsx";

const head = `<meta name="color-scheme" content="light"><meta name="theme-color" content="${themeColours.light}">`;
const meta = (name: string) => document.querySelector(`meta[name=${name}]`)?.getAttribute("content");

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = "";
  document.head.innerHTML = head;
});
afterEach(() => void vi.unstubAllGlobals());

/** Runs the script as the browser does: as an element that knows its nonce. */
function paint(): void {
  const script = document.createElement("script");
  script.setAttribute("nonce", "abc");
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  new Function(themeScript)();
}

test("a first visit is light", () => {
  paint();
  expect(document.documentElement.classList.contains("dark")).toBe(false);
  expect(meta("color-scheme")).toBe("light");
});

test("an unknown stored value is light", () => {
  localStorage.setItem(themeKey, '"dark"');
  paint();
  expect(document.documentElement.classList.contains("dark")).toBe(false);
});

test("a stored choice is there before the first paint", () => {
  localStorage.setItem("ui-color-scheme", "dark");
  paint();
  expect(document.documentElement.classList.contains("dark")).toBe(true);
  expect(meta("color-scheme")).toBe("dark");
  expect(meta("theme-color")).toBe(themeColours.dark);
});

test("a browser without local storage paints light", () => {
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new Error("denied");
    },
  });
  paint();
  expect(document.documentElement.classList.contains("dark")).toBe(false);
});

test("the choice persists as the plain word", () => {
  toggleTheme();
  expect(localStorage.getItem("ui-color-scheme")).toBe("dark");
  expect(document.documentElement.classList.contains("dark")).toBe(true);
  toggleTheme();
  expect(localStorage.getItem("ui-color-scheme")).toBe("light");
  expect(meta("theme-color")).toBe(themeColours.light);
});

/** A device whose own theme the test switches. */
function device(isDark: boolean) {
  const listeners = new Set<() => void>();
  const query = {
    matches: isDark,
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
  };
  vi.stubGlobal("matchMedia", () => query);
  return {
    become(next: boolean) {
      query.matches = next;
      for (const listener of listeners) listener();
    },
  };
}

test("„System“ is as the device has it, before the first paint too", () => {
  localStorage.setItem(themeKey, "system");
  device(false);
  paint();
  expect(document.documentElement.classList.contains("dark")).toBe(false);
  device(true);
  paint();
  expect(document.documentElement.classList.contains("dark")).toBe(true);
});

test("„System“ follows the device until somebody switches", () => {
  const own = device(false);
  const { host } = render(createElement(() => createElement("p", undefined, `${useThemeChoice()} ${useTheme()}`)));
  act(() => chooseTheme("system"));
  expect(host.textContent).toBe("system light");
  act(() => own.become(true));
  expect(host.textContent).toBe("system dark");
  act(() => toggleTheme());
  expect(host.textContent).toBe("light light");
  act(() => own.become(false));
  act(() => own.become(true));
  expect(host.textContent).toBe("light light");
});

test("another tab's choice shows here, too", () => {
  const { host } = render(createElement(() => createElement("p", undefined, useTheme())));
  expect(host.textContent).toBe("light");
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: themeKey, newValue: "dark" }));
  });
  expect(host.textContent).toBe("dark");
  act(() => chooseTheme("light"));
  expect(host.textContent).toBe("light");
});

test("a document that React makes anew shows the stored choice again", () => {
  localStorage.setItem(themeKey, "dark");
  render(
    createElement(() => {
      useStoredTheme();
      return null;
    }),
  );
  expect(document.documentElement.classList.contains("dark")).toBe(true);
});
