/** The palette of the portal, written out: readers of mail know no variables. */
export const mailStyle = `
body, table, td { font-family: Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.page { margin: 0; padding: 0; background: #f6f4f5; }
.around { padding: 24px 12px; }
.sheet { width: 100%; max-width: 560px; background: #ffffff; border-radius: 12px; }
.bar { padding: 14px 28px; background: #b40032; color: #ffffff; border-radius: 12px 12px 0 0; font-size: 15px; font-weight: 600; }
.body { padding: 24px 28px 8px; color: #1b1719; font-size: 15px; line-height: 24px; }
.words { margin: 0 0 14px; overflow-wrap: anywhere; }
.act { margin: 22px 0 18px; }
.button { display: inline-block; padding: 10px 18px; border-radius: 6px; background: #b40032; color: #ffffff; font-weight: 600; text-decoration: none; }
h2 { margin: 22px 0 6px; font-size: 16px; line-height: 24px; }
ul { margin: 0 0 14px; padding: 0 0 0 18px; }
li { margin: 0 0 10px; overflow-wrap: anywhere; }
li a { color: #1b1719; }
.at { color: #736a6f; font-size: 13px; white-space: nowrap; }
.quiet { color: #595257; }
.foot { padding: 14px 28px 22px; color: #736a6f; font-size: 12px; line-height: 18px; }
.foot a { color: #595257; }
@media (prefers-color-scheme: dark) {
  .page { background: #0f0d0e !important; }
  .sheet { background: #161415 !important; }
  .bar { background: #7d0023 !important; }
  .body, li a { color: #f3f0f1 !important; }
  .button { background: #d01b4b !important; }
  .quiet, .foot a { color: #b5adb1 !important; }
  .at, .foot { color: #948b90 !important; }
}
`;
