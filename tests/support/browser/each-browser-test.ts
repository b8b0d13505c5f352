import { afterEach } from "vitest";
import { endBrowserTest } from "./browser.ts";

afterEach(endBrowserTest);
