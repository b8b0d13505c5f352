/**
 * Opens the collapsed parts around the heading that the address names, now and whenever it changes. Returns what ends
 * that.
 */
export function showTarget(root: HTMLElement): () => void {
  const open = () => {
    const id = decode(location.hash.slice(1));
    const target = id ? document.getElementById(id) : null;
    if (!target || !root.contains(target)) return;
    let isHidden = false;
    for (let part = target.closest("details"); part; part = part.parentElement?.closest("details") ?? null) {
      isHidden ||= !part.open;
      part.open = true;
    }
    if (isHidden) target.scrollIntoView();
  };
  open();
  window.addEventListener("hashchange", open);
  return () => window.removeEventListener("hashchange", open);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
