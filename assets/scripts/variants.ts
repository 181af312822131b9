/**
 * Makes the delivery variants of the pictures: `node assets/scripts/variants.ts <folder of the originals>`.
 *
 * Every name in alts.json becomes `assets/pictures/<name>/<width>.<format>`, and `assets/pictures/manifest.json` is
 * written anew. A variant that is younger than its original stays, so a second run takes seconds (AVIF takes seconds
 * for each picture, which is why this never happens while a page is asked for). A name whose original is not in the
 * folder keeps its variants, so a folder of a few new originals is enough; `--anew` makes those of the folder again,
 * whatever their age (a checkout dates every file today).
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
const anew = process.argv.includes('--anew')
const usualWidths = [480, 960, 1440]
/** Only of an original that has it: a picture across a wide or dense screen. */
const wideWidth = 2400
const widthsOf: Record<string, number[]> = { 'hero/hero-poster': [480, 960, 1280, 1920] }
/** Bytes a first visit to the home page waits for (the `sizes` of its poster): quality falls until they are kept. */
const mostBytes: Record<string, number> = {
  'hero/hero-poster/960.avif': 31_745,
  'hero/hero-poster/960.webp': 50_376,
  'hero/hero-poster/1280.avif': 55_532,
  'hero/hero-poster/1280.webp': 83_118,
}
const formats = ['avif', 'webp'] as const

// The machine that makes them usually has other things to do; libvips takes every core otherwise.
sharp.concurrency(1)

const modified = async (file: string) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0

/** Widths above the source become the source's own width, once: nothing is scaled up. */
const cap = (widths: number[], source: number) => [...new Set(widths.map((width) => Math.min(width, source)))]

const encode = (source: string, width: number, isAvif: boolean, lower: number) => {
  const resized = sharp(source).resize({ width, kernel: 'lanczos3' })
  // At this width a pixel is small on every screen, and bytes are many.
  const wide = width >= wideWidth ? 8 : 0
  return isAvif
    ? resized.avif({ quality: 55 - wide - lower, effort: 5 })
    : resized.webp({ quality: 78 - wide - lower, effort: 5 })
}

async function write(name: string, file: string, source: string) {
  const most = mostBytes[`${name}/${file}`] ?? Number.POSITIVE_INFINITY
  for (let lower = 0; lower < 40; lower += 1) {
    const made = await encode(source, Number.parseInt(file, 10), file.endsWith('.avif'), lower).toBuffer()
    if (made.length <= most) return writeFile(join(out, name, file), made)
  }
  throw new Error(`${name}/${file} does not fit ${most} bytes`)
}

async function picture(name: string, alt: Alt, source: string) {
  const { width = 0, height = 0 } = await sharp(source).metadata()
  const widths = cap(widthsOf[name] ?? [...usualWidths, ...(width >= wideWidth ? [wideWidth] : [])], width)
  const folder = join(out, name)
  await mkdir(folder, { recursive: true })
  const wanted = widths.flatMap((w) => formats.map((format) => `${w}.${format}`))
  for (const left of await readdir(folder)) if (!wanted.includes(left)) await rm(join(folder, left))
  let bytes = 0
  for (const file of wanted) {
    const target = join(folder, file)
    if (anew || (await modified(target)) <= (await modified(source))) await write(name, file, source)
    bytes += (await stat(target)).size
  }
  return { name, kind: 'picture', width, height, widths, formats, alt, bytes }
}

async function video(name: string, alt: Alt, source: string) {
  const target = join(out, name)
  await mkdir(dirname(target), { recursive: true })
  if (anew || (await modified(target)) <= (await modified(source))) await copyFile(source, target)
  const mime = extname(name) === '.webm' ? 'video/webm' : 'video/mp4'
  return { name, kind: 'video', file: name, mime, alt, bytes: (await stat(target)).size }
}

const alts: Record<string, Alt> = JSON.parse(await readFile(join(import.meta.dirname, 'alts.json'), 'utf8'))
interface Made {
  name: string
  alt: Alt
  bytes: number
}
const before: Made[] = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8').catch(() => '[]'))
const assets: Made[] = []
for (const [name, alt] of Object.entries(alts)) {
  const started = Date.now()
  const source = join(originals, extname(name) ? name : `${name}.jpg`)
  const kept = before.find((each) => each.name === name)
  if (kept && (await modified(source)) === 0) {
    assets.push({ ...kept, alt })
    continue
  }
  const made = await (extname(name) ? video : picture)(name, alt, source)
  assets.push(made)
  console.log(`${name}: ${Math.round(made.bytes / 1024)} KB, ${Date.now() - started} ms`)
}
await writeFile(join(out, 'manifest.json'), `[\n${assets.map((asset) => JSON.stringify(asset)).join(',\n')}\n]\n`)
const total = assets.reduce((sum, { bytes }) => sum + bytes, 0)
console.log(`${assets.length} assets, ${(total / 1024 / 1024).toFixed(1)} MB`)
