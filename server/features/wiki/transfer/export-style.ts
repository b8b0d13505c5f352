/** How exported pages look: the text of the wiki without the portal around it. */
export const exportStyle = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #1b1a18; font: 15px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 680px; margin: 0 auto; padding: 32px 20px 64px; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.2; margin: 12px 0 20px; }
h2 { font-size: 20px; margin: 32px 0 8px; }
h3 { font-size: 17px; margin: 24px 0 6px; }
h4 { font-size: 15px; margin: 20px 0 4px; }
h5, h6 { font-size: 14px; margin: 18px 0 4px; }
h6 { color: #55524c; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; }
a { color: #1a4fa3; }
a[data-anchor] { display: none; }
p, ul, ol, table, pre, figure, blockquote, details { margin: 0 0 12px; }
ul[data-task-list] { list-style: none; padding-left: 0; }
ul[data-task-list] li { display: flex; gap: 8px; }
[data-tick]::before { content: "\\2610"; }
li[data-checked="true"] [data-tick]::before { content: "\\2611"; }
li > p { margin: 0; }
blockquote { border-left: 3px solid #d8d5cf; margin-left: 0; padding-left: 14px; color: #55524c; }
[data-callout] { border: 1px solid #d8d5cf; border-left-width: 4px; border-radius: 6px; padding: 10px 14px; margin: 0 0 12px; break-inside: avoid; }
[data-callout="info"] { border-left-color: #2f6fd0; }
[data-callout="warning"] { border-left-color: #c98a00; }
[data-callout="danger"] { border-left-color: #c23a2b; }
[data-callout-label] { font-weight: 600; margin: 0 0 2px; }
[data-callout] > :last-child { margin-bottom: 0; }
pre { background: #f5f4f1; border-radius: 6px; padding: 12px 14px; white-space: pre-wrap; font-size: 13px; }
pre[data-mermaid]::before { content: "Diagramm (Mermaid)"; display: block; margin-bottom: 6px; color: #55524c; font-family: system-ui, sans-serif; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.92em; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
td, th { border: 1px solid #d8d5cf; padding: 6px 9px; text-align: left; vertical-align: top; }
th { background: #f5f4f1; }
td > p, th > p { margin: 0; }
[data-align="center"] { text-align: center; }
[data-align="right"] { text-align: right; }
tr, figure { break-inside: avoid; }
figure { margin-left: 0; margin-right: 0; }
img { max-width: 100%; height: auto; }
sub, sup { font-size: 0.75em; line-height: 0; }
[data-footnote-ref] a, [data-footnote-label] { text-decoration: none; }
[data-footnote] { display: flex; gap: 10px; color: #55524c; font-size: 13px; break-inside: avoid; }
[data-footnote-label] { min-width: 18px; }
[data-footnote] p { margin: 0 0 4px; }
figcaption { color: #55524c; font-size: 13px; }
[data-file-size] { color: #55524c; margin-left: 8px; font-size: 13px; }
[data-mention-kind] { background: #f1efeb; border-radius: 4px; padding: 0 4px; text-decoration: none; color: inherit; }
hr { border: 0; border-top: 1px solid #d8d5cf; margin: 24px 0; }
`;
