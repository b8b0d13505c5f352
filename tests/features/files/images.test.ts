import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { imageWidths } from "../../../contract/files/file-url.ts";
import { maxImageBytes, type UploadedFile } from "../../../contract/files/files.ts";
import { inImageQueue, maxConcurrentImages, maxWaitingImages } from "../../../server/files/load-sharp.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { aHeic } from "../../support/browser/heic.ts";
import { anAnimation, anAvif, anSvg, aPdf, aPhoto, aPng } from "../../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { createRecord } from "../../support/records/records.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let desk: FileDesk;
let jana: Person;
let timo: Person;

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  timo = await desk.hire({ name: "Timo Brandt" });
});
afterEach(() => desk.close());

const path = ({ key }: Pick<UploadedFile, "key">, query = "") => `/api/file/${key}${query}`;
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const browser = { accept: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8" };

describe("a file", () => {
  it("is refused to a stranger, whether it is there or not", async () => {
    const file = await desk.upload(jana, "a.png", await aPng());
    for (const where of [path(file), path(file, "?w=64"), "/api/file/gibt-es-nicht"]) {
      const answer = await desk.get(undefined, where);
      expect(answer.status).toBe(401);
    }
  });

  it("is missing when it is unknown, unconfirmed, or no key at all", async () => {
    const ticket = await (await desk.as(jana)).file.createUpload({ filename: "a.png" });
    await desk.post(jana, ticket, await aPng());
    const paths = [ticket.fields.key, "x", "..%2f..%2ftechcenter.sqlite", "%2e%2e", "%00", `${"a".repeat(42)}%0a`];
    for (const path of paths) expect((await desk.get(jana, `/api/file/${path}`)).status, path).toBe(404);
  });

  it("never opens as a page when it is not a picture or a PDF", async () => {
    const html = Buffer.from("<script>alert(1)</script>");
    const files = [
      await desk.upload(jana, 'Größe 100% "neu".svg', anSvg, { purpose: "file" }),
      await desk.upload(jana, "seite.txt", html, { purpose: "file" }),
    ];
    for (const file of files) {
      const { headers } = await desk.get(jana, path(file), { headers: browser });
      expect(headers.get("content-disposition")).toMatch(/^attachment; /);
      expect(headers.get("content-security-policy")).toContain("sandbox");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    const named = (await desk.get(jana, path(files[0] as UploadedFile))).headers.get("content-disposition");
    expect(named).toBe(
      `attachment; filename="Gr__e 100_ _neu_.svg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20100%25%20%22neu%22.svg`,
    );
  });

  it("opens in the browser when it is a picture or a PDF", async () => {
    const pdf = await desk.upload(jana, "a.pdf", aPdf, { purpose: "file" });
    for (const file of [pdf, await desk.upload(jana, "a.png", await aPng())]) {
      const { headers } = await desk.get(jana, path(file));
      expect(headers.get("content-disposition")).toMatch(/^inline; /);
      expect(headers.get("content-type")).toBe(file.mimeType);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    }
  });

  it("is its sender's alone until it belongs to something", async () => {
    const file = await desk.upload(jana, "a.png", await aPng());
    expect((await desk.get(timo, path(file))).status).toBe(404);
    const { id } = await createRecord(await desk.as(jana), "customer");
    await (await desk.as(jana)).attachment.attach({ type: "customer", id, key: file.key });
    expect((await desk.get(timo, path(file))).status).toBe(200);
  });

  it("is kept by the browser and not sent again", async () => {
    const file = await desk.upload(jana, "a.png", await aPng());
    for (const where of [path(file), path(file, "?w=64")]) {
      const first = await desk.get(jana, where, { headers: browser });
      expect(first.headers.get("cache-control")).toMatch(/^private, max-age=\d{7,}, immutable$/);
      const etag = first.headers.get("etag") as string;
      expect(etag).toMatch(/^"[\w-]+"$/);
      const again = await desk.get(jana, where, { headers: { ...browser, "if-none-match": `"andere", ${etag}` } });
      expect(again.status).toBe(304);
      expect((await bytesOf(again)).length).toBe(0);
      const other = await desk.get(jana, where, { headers: { ...browser, "if-none-match": '"andere"' } });
      expect(other.status).toBe(200);
    }
  });

  it("is asked for anew each time where not everybody may read what it belongs to", async () => {
    const api = await desk.as(jana);
    const { id } = await createPage(api, { title: "Nur für mich", visibility: "private" });
    const file = await desk.upload(jana, "a.png", await aPng());
    await api.attachment.attach({ type: "page", id, key: file.key });
    for (const where of [path(file), path(file, "?w=64")]) {
      const first = await desk.get(jana, where);
      expect(first.headers.get("cache-control")).toBe("private, no-cache");
      const known = { "if-none-match": first.headers.get("etag") as string };
      expect((await desk.get(jana, where, { headers: known })).status).toBe(304);
      expect((await desk.get(timo, where, { headers: known })).status).toBe(404);
    }
    await api.page.setVisibility({ id, visibility: "team" });
    expect((await desk.get(timo, path(file))).headers.get("cache-control")).toContain("immutable");
  });

  it("answers HEAD with the headers of GET alone", async () => {
    const file = await desk.upload(jana, "a.png", await aPng());
    for (const where of [path(file), path(file, "?w=64")]) {
      const [head, whole] = [await desk.get(jana, where, { method: "HEAD" }), await desk.get(jana, where)];
      for (const name of ["content-length", "content-type", "etag"])
        expect(head.headers.get(name), name).toBe(whole.headers.get(name));
      expect((await bytesOf(head)).length).toBe(0);
    }
  });

  it.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=5-100", 206, "56789", "bytes 5-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["bytes=3-1", 200, "0123456789", null],
    ["zeilen=1-2", 200, "0123456789", null],
  ])("answers the range %s with %i", async (range, status, text, contentRange) => {
    const file = await desk.upload(jana, "a.txt", Buffer.from("0123456789"), { purpose: "file" });
    const answer = await desk.get(jana, path(file), { headers: { range } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get("content-range")).toBe(contentRange);
  });

  it("is sent whole when the range was meant for another version", async () => {
    const file = await desk.upload(jana, "a.txt", Buffer.from("0123456789"), { purpose: "file" });
    const ranged = (ifRange: string) =>
      desk.get(jana, path(file), { headers: { range: "bytes=0-3", "if-range": ifRange } });
    expect((await ranged('"andere"')).status).toBe(200);
    expect((await ranged(`"${file.key}"`)).status).toBe(206);
  });
});

describe("a picture that is received", () => {
  it("is refused when it would unfold to too many pixels", async () => {
    const bomb = await sharp({ create: { width: 8000, height: 6300, channels: 3, background: "#000" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(maxImageBytes / 20);
    await expect(desk.upload(jana, "a.png", bomb)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(desk.bytesOnDisk()).toEqual([]);
    expect(await desk.rows()).toBe(0);
  });

  it("is refused when it ends early", async () => {
    const photo = await aPhoto();
    await expect(desk.upload(jana, "a.jpg", photo.subarray(0, photo.length / 2))).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(desk.bytesOnDisk()).toEqual([]);
  });

  it("loses place, camera and author, and stands upright", async () => {
    const photo = await aPhoto({ width: 1600, height: 1200 });
    expect((await sharp(photo).metadata()).exif?.includes("Kamera")).toBe(true);
    const file = await desk.upload(jana, "Urlaub.jpg", photo);
    expect(file).toMatchObject({ filename: "Urlaub.jpg", mimeType: "image/jpeg", width: 1200, height: 1600 });
    const kept = await bytesOf(await desk.get(jana, path(file)));
    expect(kept.length).toBe(file.size);
    const { exif, xmp, iptc, orientation, width, height } = await sharp(kept).metadata();
    expect({ exif, xmp, iptc, orientation, width, height }).toEqual({ width: 1200, height: 1600 });
    expect(["Kamera", "Jana Petersen"].filter((text) => kept.includes(text))).toEqual([]);
  });

  it("loses whatever was hung on behind it", async () => {
    const file = await desk.upload(
      jana,
      "a.png",
      Buffer.concat([await aPng(), Buffer.from("<script>alert(1)</script>")]),
    );
    expect((await bytesOf(await desk.get(jana, path(file)))).includes("script")).toBe(false);
  });

  it("is kept as WebP when it comes as AVIF", async () => {
    const file = await desk.upload(jana, "a.avif", await anAvif());
    expect(file).toMatchObject({ filename: "a.webp", mimeType: "image/webp", width: 64, height: 48 });
    expect((await sharp(await bytesOf(await desk.get(jana, path(file)))).metadata()).format).toBe("webp");
  });

  it("is kept as JPEG when it comes as HEIC, and stands upright", async () => {
    const file = await desk.upload(jana, "IMG_0001.HEIC", aHeic({ y: 120, cb: 90, cr: 200 }));
    expect(file).toMatchObject({ filename: "IMG_0001.jpg", mimeType: "image/jpeg", width: 16, height: 32 });
    const kept = sharp(await bytesOf(await desk.get(jana, path(file))));
    expect((await kept.metadata()).format).toBe("jpeg");
    const [red, green, blue] = (await kept.stats()).channels.map(({ mean }) => Math.round(mean));
    expect(red).toBeGreaterThan(220);
    expect(Math.max(green ?? 255, blue ?? 255)).toBeLessThan(100);
  });

  it("stays an animation when it is one", async () => {
    const file = await desk.upload(jana, "a.gif", await anAnimation({ width: 120, height: 80 }));
    expect(file).toMatchObject({ mimeType: "image/gif", width: 120, height: 80 });
    for (const [query, headers] of [
      ["", {}],
      ["?w=64", browser],
      ["?w=64", {}],
    ] as const) {
      const bytes = await bytesOf(await desk.get(jana, path(file, query), { headers }));
      expect((await sharp(bytes, { animated: true }).metadata()).pages, query).toBe(3);
    }
  });
});

describe("a picture in another size", () => {
  it.each(["?w=100", "?w=0", "?w=-64", "?w=64.0", "?w=", "?w=064", "?q=0", "?q=101", "?q=gut", "?w=64&q=7.5"])(
    "is refused for %s, with a sentence",
    async (query) => {
      const file = await desk.upload(jana, "a.png", await aPng());
      const answer = await desk.get(jana, path(file, query));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ message: expect.any(String) });
      expect(desk.bytesOnDisk()).toHaveLength(1);
    },
  );

  it("is refused for what is no picture", async () => {
    const file = await desk.upload(jana, "a.svg", anSvg, { purpose: "file" });
    expect((await desk.get(jana, path(file, "?w=64"))).status).toBe(400);
  });

  it("has each width of the contract, and is never enlarged", async () => {
    const file = await desk.upload(jana, "a.jpg", await aPhoto({ width: 900, height: 1000 }));
    expect(file.width).toBe(1000);
    for (const width of imageWidths) {
      const answer = await desk.get(jana, path(file, `?w=${width}`), { headers: browser });
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("vary")).toBe("Accept");
      const made = await sharp(await bytesOf(answer)).metadata();
      expect({ format: made.format, width: made.width }).toEqual({ format: "webp", width: Math.min(width, 1000) });
    }
  });

  it.each([
    ["image/webp,*/*", "webp"],
    ["IMAGE/WEBP ; q=0.5", "webp"],
    ["image/webp;q=0, image/*", "jpeg"],
    ["image/*", "jpeg"],
    ["", "jpeg"],
  ])("comes to a browser that accepts %s as %s", async (accept, format) => {
    const file = await desk.upload(jana, "a.jpg", await aPhoto({ width: 400, height: 300 }));
    const answer = await desk.get(jana, path(file, "?w=128"), { headers: { accept } });
    expect(answer.headers.get("content-type")).toBe(`image/${format}`);
    expect((await sharp(await bytesOf(answer)).metadata()).format).toBe(format);
  });

  it("is smaller at a lower quality, and 75 when none is given", async () => {
    const file = await desk.upload(jana, "a.jpg", await aPhoto());
    const size = async (query: string) =>
      Number((await desk.get(jana, path(file, query), { headers: browser })).headers.get("content-length"));
    const [low, usual, high] = [await size("?w=640&q=20"), await size("?w=640"), await size("?w=640&q=95")];
    expect(low).toBeLessThan(usual);
    expect(usual).toBeLessThan(high);
    expect(await size("?w=640&q=75")).toBe(usual);
  });

  it("is made in tens of quality beside the default, so that nobody fills the disk with a hundred of each", async () => {
    const file = await desk.upload(jana, "a.jpg", await aPhoto());
    const before = desk.bytesOnDisk().length;
    for (let quality = 1; quality <= 100; quality += 1)
      expect((await desk.get(jana, path(file, `?w=64&q=${quality}`), { headers: browser })).status).toBe(200);
    const tags = new Set<string | null>();
    for (const quality of [1, 14, 15, 75, 76, 94, 100])
      tags.add((await desk.get(jana, path(file, `?w=64&q=${quality}`), { headers: browser })).headers.get("etag"));
    expect([...tags].map((tag) => Number(tag?.split("-").at(-2)))).toEqual([10, 20, 75, 80, 90, 100]);
    expect(desk.bytesOnDisk()).toHaveLength(before + 11);
  });

  it("is made once for all who ask at the same time", async () => {
    const file = await desk.upload(jana, "a.jpg", await aPhoto());
    const { store } = desk.services.uploads;
    const read = store.read;
    let reads = 0;
    store.read = (...parameters) => {
      reads += 1;
      return read(...parameters);
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => bytesOf(await desk.get(jana, path(file, "?w=640"), { headers: browser }))),
    );
    expect(new Set(answers.map((bytes) => bytes.toString("base64"))).size).toBe(1);
    await desk.get(jana, path(file, "?w=640"), { headers: browser });
    expect(reads).toBe(1);
  });
});

it("pictures that wait to be made ready are bounded", async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const jobs = Array.from({ length: maxConcurrentImages + maxWaitingImages }, () => inImageQueue(() => begun));
  await expect(inImageQueue(() => begun)).rejects.toMatchObject({ code: "too_many" });
  begin();
  await Promise.all(jobs);
  await expect(inImageQueue(async () => "free")).resolves.toBe("free");
});
