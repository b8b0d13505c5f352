import { parentPort, workerData } from "node:worker_threads";
import decode from "heic-decode";

const { bytes, maxPixels }: { bytes: Uint8Array; maxPixels: number } = workerData;
const images = await decode.all({ buffer: bytes });
const [image] = images;
if (!image || image.width * image.height > maxPixels) throw new Error("no image, or one with too many pixels");
const { width, height, data } = await image.decode();
const pixels = new Uint8Array(data);
parentPort?.postMessage({ width, height, pixels }, [pixels.buffer]);
