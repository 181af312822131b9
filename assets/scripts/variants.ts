/**
 * Makes the delivery variants of the pictures: `node assets/scripts/variants.ts <folder of the originals>`.
 *
 * Every name in alts.json becomes `assets/pictures/<name>/<width>.<format>`, and `assets/pictures/manifest.json` is
 * written anew. A variant that is younger than its original stays, so a second run takes seconds (AVIF takes seconds
 * for each picture, which is why this never happens while a page is asked for).
 */
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import sharp from 'sharp'

interface Alt {
  ko: string
  en: string
  cn: string
}

const originals = process.argv[2]
if (!originals) throw new Error('Usage: node assets/scripts/variants.ts <folder of the originals>')

const out = join(import.meta.dirname, '../pictures')
const usualWidths = [480, 960, 1440]
const widthsOf: Record<string, number[]> = { 'hero/hero-poster': [480, 960, 1280, 1440, 1920] }
const formats = ['avif', 'webp'] as const

// The machine that makes them usually has other things to do; libvips takes every core otherwise.
sharp.concurrency(1)

const modified = async (file: string) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0

/** Widths above the source become the source's own width, once: nothing is scaled up. */
const cap = (widths: number[], source: number) => [...new Set(widths.map((width) => Math.min(width, source)))]

async function picture(name: string, alt: Alt, source: string) {
  const { width = 0, height = 0 } = await sharp(source).metadata()
  const widths = cap(widthsOf[name] ?? usualWidths, width)
  const folder = join(out, name)
  await mkdir(folder, { recursive: true })
  const wanted = widths.flatMap((w) => formats.map((format) => `${w}.${format}`))
  for (const left of await readdir(folder)) if (!wanted.includes(left)) await rm(join(folder, left))
  let bytes = 0
  for (const file of wanted) {
    const target = join(folder, file)
    if ((await modified(target)) <= (await modified(source))) {
      const resized = sharp(source).resize({ width: Number.parseInt(file, 10), kernel: 'lanczos3' })
      await (file.endsWith('.avif')
        ? resized.avif({ quality: 55, effort: 5 })
        : resized.webp({ quality: 78, effort: 5 })
      ).toFile(target)
    }
    bytes += (await stat(target)).size
  }
  return { name, kind: 'picture', width, height, widths, formats, alt, bytes }
}

async function video(name: string, alt: Alt, source: string) {
  const target = join(out, name)
  await mkdir(dirname(target), { recursive: true })
  if ((await modified(target)) <= (await modified(source))) await copyFile(source, target)
  const mime = extname(name) === '.webm' ? 'video/webm' : 'video/mp4'
  return { name, kind: 'video', file: name, mime, alt, bytes: (await stat(target)).size }
}

const alts: Record<string, Alt> = JSON.parse(await readFile(join(import.meta.dirname, 'alts.json'), 'utf8'))
const assets = []
for (const [name, alt] of Object.entries(alts)) {
  const started = Date.now()
  const made = extname(name)
    ? await video(name, alt, join(originals, name))
    : await picture(name, alt, join(originals, `${name}.jpg`))
  assets.push(made)
  console.log(`${name}: ${Math.round(made.bytes / 1024)} KB, ${Date.now() - started} ms`)
}
await writeFile(join(out, 'manifest.json'), `[\n${assets.map((asset) => JSON.stringify(asset)).join(',\n')}\n]\n`)
const total = assets.reduce((sum, { bytes }) => sum + bytes, 0)
console.log(`${assets.length} assets, ${(total / 1024 / 1024).toFixed(1)} MB`)
