import type { EntryContext } from "@remix-run/node";
import { lazy, type ReactNode, Suspense, useId } from "react";
import { expect, test, vi } from "vitest";
import { bringAlong, renderPage } from "../../../app/lib/pages/render-page.ts";

const nothing = () => undefined;
const rendered = async (...given: Parameters<typeof renderPage>) => (await renderPage(...given)).toString();

test("what a component throws is no page", async () => {
  const Broken = () => {
    throw new Error("not drawn");
  };
  await expect(renderPage(<Broken />, nothing)).rejects.toThrow("not drawn");
});

test("a page is one text, with the ids that browsers will make, too", async () => {
  const Field = () => <input id={useId()} aria-label="„Größe“ & <Maß>" />;
  expect(await rendered(<Field />, nothing)).toBe('<input id=":R0:" aria-label="„Größe“ &amp; &lt;Maß&gt;"/>');
});

test("a page of more than a megabyte is whole, up to its last letter", async () => {
  const words = "Größere Übersicht. ".repeat(70_000);
  const html = await rendered(
    <html lang="de">
      <body>{words}</body>
    </html>,
    nothing,
  );
  expect(html === `<!DOCTYPE html><html lang="de"><body>${words}</body></html>`).toBe(true);
});

test("a whole document says what it is, also where a part of it is waited for", async () => {
  const Late = lazy(async () => ({ default: () => <p>Später</p> }));
  const document = (part: ReactNode) => (
    <html lang="de">
      <body>{part}</body>
    </html>
  );
  const [atOnce, late] = [
    await rendered(document(<p>Gleich</p>), nothing),
    await rendered(
      document(
        <Suspense fallback={null}>
          <Late />
        </Suspense>,
      ),
      nothing,
    ),
  ];
  expect(atOnce).toBe('<!DOCTYPE html><html lang="de"><body><p>Gleich</p></body></html>');
  expect(late).toMatch(/^<!DOCTYPE html><html lang="de"><body>/);
});

test("a part that is fetched while the page is rendered is waited for, in whole letters", async () => {
  // Longer than the buffers in which React writes, so that letters lie across their ends.
  const words = "Größere Übersicht. ".repeat(500);
  const Late = lazy(async () => ({ default: () => <p>{words}</p> }));
  const report = vi.fn();
  const html = await rendered(
    <main>
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    </main>,
    report,
  );
  expect(html).toContain(`<p>${words}</p>`);
  expect(report).not.toHaveBeenCalled();
});

test("a part that fails while it is waited for is told, and the rest of the page is there", async () => {
  const Late = lazy(async () => {
    throw new Error("not fetched");
  });
  const report = vi.fn();
  const html = await rendered(
    <main>
      <h1>Websites</h1>
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    </main>,
    report,
  );
  expect(html).toContain("<h1>Websites</h1>");
  expect(report.mock.calls.map(([error]) => String(error))).toEqual(["Error: not fetched"]);
});

test("what loaders have read is there before the page is rendered, in whole letters", async () => {
  const [first, second] = [Buffer.from('["Größ'), Buffer.from('e"]')];
  const cut = Buffer.concat([first, second]);
  const at = cut.indexOf("ß") + 1;
  const entry = {
    renderMeta: {},
    serverHandoffStream: new ReadableStream({
      start(controller) {
        controller.enqueue(cut.subarray(0, at));
        controller.enqueue(cut.subarray(at));
        controller.close();
      },
    }),
  } as unknown as EntryContext;
  await bringAlong(entry);
  expect(entry.renderMeta?.streamCache?.[0]?.result).toEqual({ done: true, value: '["Größe"]' });
  // Remix takes a reader of its own with each rendering, of which there are two where a part is waited for.
  for (let rendering = 1; rendering <= 2; rendering += 1)
    expect(() => entry.serverHandoffStream?.getReader()).not.toThrow();
});
