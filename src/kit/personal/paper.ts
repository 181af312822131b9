import { readFile } from 'node:fs/promises'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { marksOf } from './marks.ts'
import type { Place, Readable } from './place.ts'

/** Maximum pages scanned; a company profile has a few dozen. */
const mostPages = 500

/**
 * Scans a PDF page by page. Pages without text (scans) cannot be read; if no page has text, `read` is `none`. Throws
 * the PDF reader's error for an encrypted or broken file.
 */
export const readPaper = async (
  path: string,
  report: (place: Place) => void,
): Promise<{ read: Readable; pages: number }> => {
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    verbosity: VerbosityLevel.ERRORS,
    // Only extract text: draw nothing, execute nothing, fetch nothing.
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
  })
  const paper = await task.promise
  let written = 0
  const pages = Math.min(paper.numPages, mostPages)
  for (let number = 1; number <= pages; number += 1) {
    const page = await paper.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    if (text.trim()) written += 1
    for (const { kind, shown } of marksOf(text)) report({ page: number, kind, shown })
    page.cleanup()
  }
  await task.destroy()
  return { read: written === 0 ? 'none' : written < paper.numPages ? 'part' : 'whole', pages }
}
