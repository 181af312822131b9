/**
 * Prints the sheets that stories attach: `node assets/scripts/documents.ts`. Every HTML file of `assets/documents`
 * becomes a PDF beside it, and `assets/documents/manifest.json` is written anew. `CHROMIUM` names the browser.
 */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

const folder = join(import.meta.dirname, '../documents')

interface Sheet {
  /** What a reader saves it as. */
  name: string
  alt: { ko: string; en: string; cn: string }
}

const sheets: Record<string, Sheet> = JSON.parse(await readFile(join(folder, 'sheets.json'), 'utf8'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--allow-file-access-from-files'],
})
const page = await browser.newPage()
const assets = []
for (const [key, { name, alt }] of Object.entries(sheets)) {
  const file = `${key}.pdf`
  await page.goto(pathToFileURL(join(folder, `${key}.html`)).href, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready)
  await page.pdf({ path: join(folder, file), preferCSSPageSize: true, printBackground: true, tagged: true })
  const { size: bytes } = await stat(join(folder, file))
  assets.push({ name, kind: 'document', file, mime: 'application/pdf', alt, bytes })
}
await browser.close()
await writeFile(join(folder, 'manifest.json'), `[\n${assets.map((asset) => JSON.stringify(asset)).join(',\n')}\n]\n`)
console.log(assets.map(({ name, bytes }) => `${name}: ${Math.round(bytes / 1024)} KB`).join('\n'))
