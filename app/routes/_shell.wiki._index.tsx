import { pageTitle } from "../features/shell/page-title.ts";
import { StartPage } from "../features/wiki/start-page.tsx";

export const meta = () => pageTitle("Wiki");

export default StartPage;
