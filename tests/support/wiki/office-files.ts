import { zipOf } from "./page-transfer.ts";

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const run = (words: string, style = "") =>
  `<w:r>${style && `<w:rPr>${style}</w:rPr>`}<w:t xml:space="preserve">${words}</w:t></w:r>`;
const paragraph = (runs: string, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${runs}</w:p>`;
const drawing =
  '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Bild" descr="Netzplan"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rPicture"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';

interface Link {
  words: string;
  target: string;
}

const manual: Link = { words: "Anleitung", target: "https://example.com/anleitung" };

interface DocxExtras {
  links?: readonly Link[];
  /** Links as Word writes them into the text. */
  fields?: readonly Link[];
  /** A picture that is not in the file but at this URL. */
  linkedPicture?: string;
}

const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const linkField = ({ words, target }: Link) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "${attribute(target)}" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(words)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

/** A document of Word: two headings, bold words, a table with two cells, links and a picture. */
export function aDocx(
  picture: Uint8Array,
  { links = [manual], fields = [], linkedPicture }: DocxExtras = {},
): Uint8Array {
  const cell = (words: string) => `<w:tc>${paragraph(run(words))}</w:tc>`;
  const body = [
    paragraph(run("Servertausch"), "Heading1"),
    paragraph(`${run("Zuerst ")}${run("sichern", "<w:b/>")}${run(", dann tauschen.")}`),
    paragraph(run("Zeiten"), "Heading2"),
    `<w:tbl><w:tr>${cell("Beginn")}${cell("22 Uhr")}</w:tr></w:tbl>`,
    ...links.map(({ words }, index) => paragraph(`<w:hyperlink r:id="rLink${index}">${run(words)}</w:hyperlink>`)),
    ...fields.map((link) => paragraph(linkField(link))),
    paragraph(drawing),
    ...(linkedPicture ? [paragraph(drawing.replace('r:embed="rPicture"', 'r:link="rLinked"'))] : []),
  ];
  const related = (id: string, type: string, target: string, mode = "") =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`;
  const relationships = (...all: string[]) =>
    `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  return zipOf({
    "[Content_Types].xml": `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`,
    "_rels/.rels": relationships(related("rId1", "officeDocument", "word/document.xml")),
    "word/_rels/document.xml.rels": relationships(
      related("rStyles", "styles", "styles.xml"),
      ...links.map(({ target }, index) => related(`rLink${index}`, "hyperlink", attribute(target), "External")),
      ...(linkedPicture ? [related("rLinked", "image", linkedPicture, "External")] : []),
      related("rPicture", "image", "media/bild.png"),
    ),
    "word/styles.xml": `${xml}<w:styles ${namespaces}>${style("Heading1", "heading 1")}${style("Heading2", "heading 2")}</w:styles>`,
    "word/document.xml": `${xml}<w:document ${namespaces}><w:body>${body.join("")}</w:body></w:document>`,
    "word/media/bild.png": picture,
  });
}
