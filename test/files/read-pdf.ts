import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Parses a PDF with another program: text of each page with its line breaks, and its metadata. */
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
  // The reader types the metadata as an arbitrary object.
  return { pages, info: info as { Title?: string; Language?: string; Author?: string } }
}
