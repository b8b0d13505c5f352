/** Lets a finger draw across a chart as a mouse does, which is all that uPlot hears; up and down it scrolls the page. */
export function drawByTouch(over: HTMLElement): void {
  over.style.touchAction = "pan-y pinch-zoom";
  let start: PointerEvent | undefined;
  const pass = (type: string, target: EventTarget, { clientX, clientY }: PointerEvent) =>
    // uPlot ignores a move of nothing, which browsers send along with a press.
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY, movementX: 1 }));
  over.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    start = event;
    pass("mousedown", over, event);
  });
  over.addEventListener("pointermove", (event) => {
    if (start?.pointerId === event.pointerId) pass("mousemove", over, event);
  });
  const end = (event: PointerEvent, at: PointerEvent) => {
    if (start?.pointerId !== event.pointerId) return;
    pass("mousemove", over, at);
    pass("mouseup", document, at);
    start = undefined;
  };
  over.addEventListener("pointerup", (event) => end(event, event));
  // The page scrolls instead, and nothing was chosen.
  over.addEventListener("pointercancel", (event) => end(event, start ?? event));
}
