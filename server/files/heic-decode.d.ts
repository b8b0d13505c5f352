declare module "heic-decode" {
  interface Pixels {
    width: number;
    height: number;
    /** RGBA, eight bits each. */
    data: Uint8ClampedArray;
  }
  interface HeicImage {
    width: number;
    height: number;
    decode(): Promise<Pixels>;
  }
  const decode: { all(input: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }> };
  export default decode;
}
