import { unzip } from 'fflate'

/** Bytes of one picture, as the library takes them, and of all pictures of an archive: more would fill the browser. */
const mostBytes = 50 * 1024 ** 2
const mostUnpacked = 1024 ** 3
const types: Record<string, string> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? ''

/** The pictures of a ZIP, by their names without folders. What is no picture, or too large for one, is left out. */
const unpack = async (archive: File): Promise<File[]> => {
  const bytes = new Uint8Array(await archive.arrayBuffer())
  let left = mostUnpacked
  const found = await new Promise<Record<string, Uint8Array<ArrayBuffer>>>((resolve, reject) =>
    unzip(
      bytes,
      {
        filter: ({ name, originalSize }) => {
          // Copies that a Mac puts beside each file begin with a dot.
          const isPicture = endingOf(name) in types && !name.split('/').some((part) => part.startsWith('.'))
          if (!isPicture || originalSize > mostBytes || originalSize > left) return false
          left -= originalSize
          return true
        },
      },
      (error, files) => (error ? reject(error) : resolve(files as Record<string, Uint8Array<ArrayBuffer>>)),
    ),
  )
  return Object.entries(found).map(([path, content]) => {
    const name = path.split('/').at(-1) ?? path
    return new File([content], name, { type: types[endingOf(name)] ?? '' })
  })
}

/** Pictures as they were chosen, those of ZIPs among them. Rejects for a ZIP that cannot be read. */
export const picturesOf = async (chosen: readonly File[]): Promise<File[]> =>
  (await Promise.all(chosen.map((file) => (endingOf(file.name) === 'zip' ? unpack(file) : [file])))).flat()
