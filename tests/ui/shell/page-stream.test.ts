import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { pageStream } from "../../../app/lib/pages/page-stream.ts";

test("what is written before a flush goes on in one piece, and what comes late after it", async () => {
  const page = pageStream(undefined);
  const pieces: string[] = [];
  page.on("data", (piece: Buffer) => pieces.push(piece.toString()));
  for (const part of ["<html>", "<body>", "<p>"]) page.write(Buffer.from(part));
  page.flush();
  page.write(Buffer.from("</p>"));
  page.flush();
  page.end(Buffer.from("</html>"));
  await new Promise((resolve) => page.once("end", resolve));
  expect(pieces).toEqual(["<html><body><p>", "</p>", "</html>"]);
});

test("a zero byte where a letter did not fit into the rest of a buffer is left out", async () => {
  const page = pageStream(undefined);
  page.write(Buffer.from("B\0"));
  page.write(Buffer.from("är\0"));
  page.end();
  expect((await buffer(page)).toString()).toBe("Bär");
});

test("a flush without anything written sends nothing on", async () => {
  const page = pageStream(undefined);
  page.flush();
  page.end();
  expect(await buffer(page)).toHaveLength(0);
});

test("what compresses a page is asked to send on what it was given", async () => {
  const given: string[] = [];
  const next = Object.assign(new PassThrough(), { flush: () => void given.push(String(next.read())) });
  const page = pageStream(next);
  page.pipe(next);
  page.write(Buffer.from("<html>"));
  page.flush();
  await new Promise<void>((resolve) => {
    const look = () => (given.length > 0 ? resolve() : void setImmediate(look));
    look();
  });
  expect(given).toEqual(["<html>"]);
  page.destroy();
});
