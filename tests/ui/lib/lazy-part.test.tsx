// @vitest-environment happy-dom

import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { act } from "@testing-library/react";
import { type FunctionComponent, lazy, Suspense, startTransition, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToPipeableStream } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lazyPart } from "../../../app/lib/lazy-part.tsx";

interface PartProps {
  count: number;
}

const Part = ({ count }: PartProps) => <p>Inhalt {count}</p>;
const skeletons = <p>Skeletons</p>;
const naked = (load: () => Promise<FunctionComponent<PartProps>>) => {
  const Lazy = lazy(async () => ({ default: await load() }));
  return (props: PartProps) => (
    <Suspense fallback={skeletons}>
      <Lazy {...props} />
    </Suspense>
  );
};

let update: (count: number) => void;

function page(Shown: (props: PartProps) => React.ReactNode) {
  return function Page() {
    const [count, setCount] = useState(0);
    update = setCount;
    return <Shown count={count} />;
  };
}

/** Shows what the server made, brings it to life while the part is on its way, and updates it at once. */
async function comeToLife(
  make: (load: () => Promise<FunctionComponent<PartProps>>) => (props: PartProps) => React.ReactNode,
) {
  const OnServer = page(make(async () => Part));
  const html = await new Promise<string>((resolve) => {
    const { pipe } = renderToPipeableStream(<OnServer />, {
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
    });
  });
  const arrival = Promise.withResolvers<FunctionComponent<PartProps>>();
  const InBrowser = page(make(() => arrival.promise));
  const host = document.body.appendChild(document.createElement("div"));
  host.innerHTML = html;
  const complaints: string[] = [];
  await act(async () => {
    startTransition(() => {
      hydrateRoot(host, <InBrowser />, { onRecoverableError: (error) => complaints.push(String(error)) });
    });
  });
  await act(async () => update(1));
  await act(async () => arrival.resolve(Part));
  return { html, complaints, shown: host.textContent };
}

afterEach(() => {
  document.body.replaceChildren();
});

describe("a part of a page that is fetched by itself", () => {
  it("is not thrown away by an update that comes while it is on its way", async () => {
    const { html, complaints, shown } = await comeToLife((load) => lazyPart(load, skeletons));
    expect(html).toContain("Skeletons");
    expect(complaints).toEqual([]);
    expect(shown).toBe("Inhalt 1");
  });

  it("would be, with the server's part in the page", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { html, complaints } = await comeToLife(naked);
    quiet.mockRestore();
    expect(html).toContain("Inhalt");
    expect(complaints.join()).toContain("received an update before it finished hydrating");
  });
});
