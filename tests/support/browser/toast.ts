import type { Locator, Page } from "playwright-core";

type ToastRole = "status" | "alert";

/** The region of toasts. A dialog that opens before the first toast hides it from screen readers, not from sight. */
export const toastRegion = (page: Page): Locator =>
  page.getByRole("region", { name: /^Hinweise/, includeHidden: true });

/** Every toast that is shown, or those of one role. */
export function toasts(page: Page, role?: ToastRole): Locator {
  const region = toastRegion(page);
  const of = (each: ToastRole) => region.getByRole(each, { includeHidden: true });
  return role ? of(role) : of("status").or(of("alert"));
}

/**
 * The toast with this text. A moment later the same words stand in a hidden element for screen readers, which is outside
 * of the region: a text that is looked for in the whole page is then found twice.
 */
export const toast = (page: Page, text: string | RegExp, role?: ToastRole): Locator =>
  toasts(page, role).filter({ hasText: text });

/**
 * Lets time stand still for the toasts of this document, as it does for somebody who points at them: a busy machine may
 * take longer to the next step of a test than a toast stays.
 */
export async function keepToasts(page: Page): Promise<void> {
  await toastRegion(page).evaluate((region) => {
    // The element that listens is within the region, and is there while it is empty.
    const host = region.querySelector('[tabindex="-1"]');
    if (!host) throw new Error("there is no host of toasts");
    const point = () => host.dispatchEvent(new PointerEvent("pointerenter"));
    new MutationObserver(point).observe(host, { attributes: true, childList: true, subtree: true });
    point();
  });
}
