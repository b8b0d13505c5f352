import type { Context } from "hono";
import { problemTraits } from "../../../contract/problems.ts";
import type { Problem } from "../../problem.ts";

const againSeconds = 5;

/** What a browser shows while the database is away: nobody can be recognised, and no page be made. It asks again by itself. */
export function awayPage(c: Context, { code }: Problem): Response {
  c.header("Retry-After", String(againSeconds));
  c.header("Cache-Control", "no-store");
  return c.html(
    `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${againSeconds}">
<title>Gleich wieder da · MEDIUM TechCenter</title>
</head>
<body>
<h1>Gleich wieder da</h1>
<p>Die Datenbank des Portals antwortet gerade nicht. Sobald sie wieder da ist, erscheint hier die Seite von selbst.</p>
</body>
</html>
`,
    problemTraits[code].status,
  );
}
