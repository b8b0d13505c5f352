import { strToU8, zipSync } from "fflate";

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const sheets = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const columnOf = (index: number): string =>
  (index >= 26 ? columnOf(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

/** A workbook of so many cells of text, and with one more at `far`. */
export function workbookOf({ rows, columns, far }: { rows: number; columns: number; far?: string }): Uint8Array {
  const cell = (address: string) => `<c r="${address}" t="inlineStr"><is><t>Wert in ${address}</t></is></c>`;
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (_, column) => cell(`${columnOf(column)}${row + 1}`));
    return `<row r="${row + 1}">${cells.join("")}</row>`;
  });
  if (far) lines.push(`<row r="${/\d+/.exec(far)?.[0]}">${cell(far)}</row>`);
  const relation = (type: string, target: string) =>
    `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  return zipSync(
    Object.fromEntries(
      Object.entries({
        "[Content_Types].xml": `${head}<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
        "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": `${head}<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
        "xl/worksheets/sheet1.xml": `${head}<worksheet xmlns="${sheets}"><sheetData>${lines.join("")}</sheetData></worksheet>`,
      }).map(([path, text]) => [path, strToU8(text)]),
    ),
    { level: 1 },
  );
}
