export type Tool = "arrow" | "frame" | "pixels";

export interface Point {
  x: number;
  y: number;
}

/** One mark, in pixels of the picture. */
export interface Shape {
  tool: Tool;
  from: Point;
  to: Point;
}

type Pixels = Pick<ImageData, "data" | "width" | "height">;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The whole pixels that lie between two points, within the picture. */
export function boxOf(
  { from, to }: Pick<Shape, "from" | "to">,
  { width, height }: Pick<Pixels, "width" | "height">,
): Box {
  const within = (value: number, max: number) => Math.max(0, Math.min(max, value));
  return {
    left: within(Math.floor(Math.min(from.x, to.x)), width),
    top: within(Math.floor(Math.min(from.y, to.y)), height),
    right: within(Math.ceil(Math.max(from.x, to.x)), width),
    bottom: within(Math.ceil(Math.max(from.y, to.y)), height),
  };
}

/** Larger than any letter of a screen, so that nothing of a text is left to be guessed at. */
export function blockSize({ width, height }: Pick<Pixels, "width" | "height">): number {
  return Math.max(24, Math.round(Math.max(width, height) / 48));
}

/** Replaces every block of a box by its mean colour, in place: what stood there cannot be read from the result. */
export function destroyPixels(pixels: Pixels, shape: Pick<Shape, "from" | "to">): void {
  const { left, top, right, bottom } = boxOf(shape, pixels);
  const size = blockSize(pixels);
  for (let y = top; y < bottom; y += size)
    for (let x = left; x < right; x += size)
      flatten(pixels, { left: x, top: y, right: Math.min(right, x + size), bottom: Math.min(bottom, y + size) });
}

function flatten({ data, width }: Pixels, { left, top, right, bottom }: Box): void {
  const sum = [0, 0, 0, 0];
  const each = (visit: (at: number) => void) => {
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) visit((y * width + x) * 4);
  };
  each((at) => {
    for (let channel = 0; channel < 4; channel += 1) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0);
  });
  const count = (right - left) * (bottom - top);
  // Few steps of brightness: two texts of about the same length come to the same blocks.
  const mean = sum.map((value, channel) => (channel === 3 ? value / count : Math.round(value / count / 16) * 16));
  each((at) => {
    for (let channel = 0; channel < 4; channel += 1) data[at + channel] = mean[channel] ?? 0;
  });
}

/** Draws the picture with its marks; pixels go first, so that arrows stay sharp over them. */
export function drawMarks(canvas: HTMLCanvasElement, picture: ImageBitmap, shapes: readonly Shape[]): void {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return;
  context.drawImage(picture, 0, 0);
  const hidden = shapes.filter(({ tool }) => tool === "pixels");
  if (hidden.length > 0) {
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    for (const shape of hidden) destroyPixels(pixels, shape);
    context.putImageData(pixels, 0, 0);
  }
  const thickness = Math.max(3, Math.round(Math.max(canvas.width, canvas.height) / 320));
  const colour = getComputedStyle(document.documentElement).getPropertyValue("--brand").trim();
  for (const shape of shapes) {
    if (shape.tool === "frame") drawFrame(context, shape, thickness, colour);
    if (shape.tool === "arrow") drawArrow(context, shape, thickness, colour);
  }
}

function outlined(context: CanvasRenderingContext2D, thickness: number, colour: string, draw: () => void): void {
  context.lineJoin = "round";
  context.lineCap = "round";
  // A light rim, so that the mark is seen on its own colour, too.
  for (const [width, style] of [
    [thickness * 2, "white"],
    [thickness, colour],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.beginPath();
    draw();
    context.stroke();
  }
}

function drawFrame(context: CanvasRenderingContext2D, { from, to }: Shape, thickness: number, colour: string): void {
  outlined(context, thickness, colour, () => context.rect(from.x, from.y, to.x - from.x, to.y - from.y));
}

function drawArrow(context: CanvasRenderingContext2D, { from, to }: Shape, thickness: number, colour: string): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const head = thickness * 5;
  const wing = (turn: number) => [to.x - head * Math.cos(angle + turn), to.y - head * Math.sin(angle + turn)] as const;
  outlined(context, thickness, colour, () => {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.moveTo(...wing(Math.PI / 7));
    context.lineTo(to.x, to.y);
    context.lineTo(...wing(-Math.PI / 7));
  });
}
