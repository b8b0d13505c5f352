import interLatin from "@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2?url";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { setPortalTimeZone } from "../contract/time/time-zone.ts";
import { LoadingShell, RootProblem } from "./features/shell/root-parts.tsx";
import { appearanceStyle, useAppearance } from "./lib/appearance.ts";
import { NonceContext } from "./lib/nonce.ts";
import { PageGuard, SessionProvider } from "./lib/people/session.tsx";
import { themeColours, themeScript, useStoredTheme } from "./lib/theme.ts";
import { endHydration, setPageMoment } from "./lib/time/portal-clock.ts";
import appStyles from "./styles/app.css?url";

export const meta: MetaFunction = () => [{ title: "MEDIUM TechCenter" }];

export { onlyWhenAsked as shouldRevalidate } from "./lib/api/revalidation.ts";

export const links: LinksFunction = () => [
  { rel: "preload", href: interLatin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: appStyles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export function loader({ context: { session, requestId, appearance, now } }: LoaderFunctionArgs) {
  // Before the loaders of the pages below, which ask for days and months of it.
  setPageMoment(now);
  return { session, requestId, appearance, now };
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const appearance = useAppearance();
  if (appearance) setPortalTimeZone(appearance.timeZone);
  const moment = useRouteLoaderData<typeof loader>("root")?.now;
  if (moment) setPageMoment(moment);
  useEffect(endHydration, []);
  useStoredTheme();
  return (
    // The theme script changes the class, and browsers hide the nonce: React is told to expect both.
    <html lang="de" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light" suppressHydrationWarning />
        <meta name="theme-color" content={themeColours.light} suppressHydrationWarning />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, of use only in the page as it arrives
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? themeScript : "" }}
        />
        <Meta />
        <Links />
        {appearance?.hasColor && <link rel="stylesheet" href={appearanceStyle(appearance)} />}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const { session } = useLoaderData<typeof loader>();
  return (
    <SessionProvider session={session}>
      <PageGuard loading={<LoadingShell />}>
        <Outlet />
      </PageGuard>
    </SessionProvider>
  );
}

export function ErrorBoundary() {
  return <RootProblem />;
}
