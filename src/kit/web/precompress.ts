import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const worthIt = /\.(?:js|css|svg|json|txt|webmanifest|ico)$/
/** Below this many bytes coding saves no packet. */
const smallest = 1000
/** Above this many bytes the last level takes seconds for a hundredth. */
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

/** Puts `.br` and `.gz` beside every text of a built folder, once and for all visitors. Level 11 is for what is made once. */
export const precompress = async (folder: string): Promise<void> => {
  const names = (await readdir(folder, { recursive: true })).filter((each) => worthIt.test(each))
  // Node compresses in four threads; one file at a time would leave processors idle.
  const encodeRest = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const path = join(folder, name)
      if ((await stat(path)).size >= smallest) await encode(path)
    }
  }
  await Promise.all([encodeRest(), encodeRest()])
}
