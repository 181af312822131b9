import { zipSync } from 'fflate'

/** Builds a PDF with a line of Latin text per page; `padding` bytes make it larger. */
export const paper = (pages: readonly string[], padding = 0): Buffer => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((text, index) => {
      const content = text && `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ]
    }),
  ]
  if (padding > 0) objects.push(`<</Length ${padding}>>stream\n${'.'.repeat(padding)}\nendstream`)
  let text = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(`${text}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`, 'latin1')
}

/** Builds a PDF of exactly `bytes` bytes. */
export const paperOf = (bytes: number, pages: readonly string[] = ['A profile']): Buffer => {
  let padding = bytes - paper(pages, 1_000_000).length + 1_000_000
  for (;;) {
    const pdf = paper(pages, padding)
    if (pdf.length === bytes) return pdf
    padding += bytes - pdf.length
  }
}

/** Builds a workbook whose only sheet unpacks to `megabytes` MB of blanks (a zip bomb). */
export const bombWorkbook = async (megabytes: number): Promise<Buffer> => {
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
  const pdf = Buffer.from(
    zipSync({
      '[Content_Types].xml': Buffer.from(types),
      'xl/worksheets/sheet1.xml': [new Uint8Array(megabytes * 1024 ** 2).fill(32), { level: 9 }],
    }),
  )
  // Both headers claim an unpacked size of 1,000 bytes.
  for (const [signature, size] of [
    ['PK\x03\x04', 22],
    ['PK\x01\x02', 24],
  ] as const)
    pdf.writeUInt32LE(1000, pdf.lastIndexOf(Buffer.from(signature, 'latin1')) + size)
  return pdf
}
