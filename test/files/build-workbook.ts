import { zipSync } from 'fflate'

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

interface Parts {
  /** XML inside `sheetData`, and what follows it. */
  rows: string
  after?: string
  strings?: string
  styles?: string
  /** Attributes and elements of the workbook before its sheets. */
  book?: string
  /** Namespace prefix of the elements, as some programs write it. */
  prefix?: string
  comment?: string
  /** Changes the name of a file in the archive. */
  rename?: (name: string) => string
}

/** Appends a comment to an archive. */
const withComment = (zip: Buffer, comment: string): Buffer => {
  const bytes = Buffer.from(comment, 'latin1')
  zip.writeUInt16LE(bytes.length, zip.length - 2)
  return Buffer.concat([zip, bytes])
}

/** Returns a workbook with one sheet whose XML is written by hand, as programs other than Excel write it. */
export const buildWorkbook = ({
  rows,
  after = '',
  strings = '',
  styles = '',
  book = '',
  prefix = '',
  comment = '',
  rename = (name) => name,
}: Parts): Buffer => {
  const space = prefix === '' ? `xmlns="${main}"` : `xmlns:${prefix.slice(0, -1)}="${main}"`
  const wrap = (name: string, content: string) =>
    `${head}<${prefix}${name} ${space} xmlns:r="${office}">${content}</${prefix}${name}>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (content: string) =>
    `${head}<Relationships xmlns="${packaged}/relationships">${content}</Relationships>`
  const files: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"/>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': wrap(
      'workbook',
      `${book}<${prefix}sheets><${prefix}sheet name="명단" sheetId="1" r:id="rId1"/></${prefix}sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', '/xl/worksheets/sheet1.xml') +
        relation('rId2', 'sharedStrings', 'sharedStrings.xml') +
        relation('rId3', 'styles', 'styles.xml'),
    ),
    'xl/worksheets/sheet1.xml': wrap('worksheet', `<${prefix}sheetData>${rows}</${prefix}sheetData>${after}`),
    ...(strings && { 'xl/sharedStrings.xml': wrap('sst', strings) }),
    ...(styles && { 'xl/styles.xml': wrap('styleSheet', styles) }),
  }
  const zip = zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [rename(name), new TextEncoder().encode(text)] as const),
    ),
    { level: 1 },
  )
  return withComment(Buffer.from(zip), comment)
}

/** Returns a row of inline strings. */
export const inlineRow = (number: number, texts: readonly string[]): string =>
  `<row r="${number}">${texts
    .map((text, column) =>
      text === ''
        ? ''
        : `<c r="${String.fromCharCode(65 + column)}${number}" t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`,
    )
    .join('')}</row>`
