// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openFreshPage } from "../../support/browser/fresh-page.ts";

const toasts = () => import("../../../app/lib/dialogs/toasts.ts");

test("a file finds neither the stores nor the document of the one before it in its worker", async () => {
  const { showToast } = await toasts();
  expect([showToast({ tone: "info", title: "Eins" }), showToast({ tone: "info", title: "Zwei" })]).toEqual([
    "toast-1",
    "toast-2",
  ]);
  const { document: former } = globalThis;
  const heard: string[] = [];
  window.addEventListener("storage", () => heard.push("storage"));
  document.body.append("Text");
  document.documentElement.classList.add("dark");
  localStorage.setItem("draft", "Text");
  history.replaceState(null, "", "/websites");

  const close = await openFreshPage();
  try {
    expect((await toasts()).showToast({ tone: "info", title: "Eins" })).toBe("toast-1");
    expect(document).not.toBe(former);
    expect([document.body.textContent, document.documentElement.className, location.pathname]).toEqual(["", "", "/"]);
    expect(localStorage.getItem("draft")).toBeNull();
    window.dispatchEvent(new Event("storage"));
    expect(heard).toEqual([]);
  } finally {
    await close();
  }
  expect(document).toBe(former);
});
