import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF as another program reads it: the text of each page, a line for each line, and what it says of itself. */
export const readPdf = async (bytes: Uint8Array) => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false })
  const paper = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= paper.numPages; number += 1) {
    const { items } = await (await paper.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  const { info } = await paper.getMetadata()
  await task.destroy()
  // The reader types what a paper says of itself as an object of anything.
  return { pages, info: info as { Title?: string; Language?: string; Author?: string } }
}
