import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const worthIt = /\.(?:js|css|svg|json|txt|webmanifest|ico)$/
/** Files smaller than this (bytes) are not compressed: it would save no packet. */
const smallest = 1000
/** Above this size (bytes), the highest level takes seconds to save 1 %. */
const large = 200_000

const encode = async (path: string): Promise<void> => {
  const text = await readFile(path)
  const quality = text.length > large ? 9 : constants.BROTLI_MAX_QUALITY
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await Promise.all([
    toBrotli(text, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
    toGzip(text, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ])
}

/** Writes `.br` and `.gz` files for every text file of a built folder. Uses level 11, because it happens only once. */
export const precompress = async (folder: string): Promise<void> => {
  const names = (await readdir(folder, { recursive: true })).filter((each) => worthIt.test(each))
  // Node compresses in four threads; processing one file at a time would leave CPUs idle.
  const encodeRest = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const path = join(folder, name)
      if ((await stat(path)).size >= smallest) await encode(path)
    }
  }
  await Promise.all([encodeRest(), encodeRest()])
}
