import { describeAccessiblePages } from "../../support/browser/accessible-pages.ts";

describeAccessiblePages(1440);
