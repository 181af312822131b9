/**
 * Cuts close views of products out of their pictures: `node assets/scripts/details.ts <folder of the originals>`, before
 * `variants.ts`. Each becomes `<picture>-<part>.jpg` beside its picture, as large as that is.
 */
import { join } from 'node:path'
import sharp from 'sharp'

/** Left, top and side of a square, in parts of the picture's side. */
type Square = [left: number, top: number, side: number]

const details: Record<string, Record<string, Square>> = {
  'products/product-02-bowls': { rims: [0.15, 0.22, 0.55], cup: [0.44, 0.33, 0.54] },
  'products/product-03-brass': { bowl: [0.12, 0.22, 0.56], spoon: [0.08, 0.4, 0.56] },
  'products/product-04-lamp': { paper: [0.25, 0.2, 0.52], legs: [0.25, 0.4, 0.5] },
  'products/product-05-stool': { seat: [0.24, 0.26, 0.52], legs: [0.22, 0.4, 0.5] },
  'products/product-06-teaset': { pot: [0.1, 0.24, 0.55], cups: [0.4, 0.36, 0.56] },
  'products/product-09-soap': { stack: [0.12, 0.22, 0.56], bar: [0.42, 0.36, 0.56] },
  'products/product-11-candle': { flames: [0.24, 0.2, 0.54], holders: [0.22, 0.38, 0.54] },
  'products/product-15-tray': { bottle: [0.32, 0.24, 0.54], rim: [0.06, 0.34, 0.54] },
}

const originals = process.argv[2]
if (!originals) throw new Error('Usage: node assets/scripts/details.ts <folder of the originals>')

for (const [name, parts] of Object.entries(details)) {
  const source = join(originals, `${name}.jpg`)
  const { width = 0 } = await sharp(source).metadata()
  for (const [part, square] of Object.entries(parts)) {
    const [left, top, side] = square.map((share) => Math.round(share * width)) as Square
    await sharp(source)
      .extract({ left, top, width: side, height: side })
      .resize({ width, kernel: 'lanczos3' })
      .sharpen({ sigma: 1.1, m1: 0.4, m2: 1.2 })
      .jpeg({ quality: 90 })
      .toFile(join(originals, `${name}-${part}.jpg`))
  }
}
