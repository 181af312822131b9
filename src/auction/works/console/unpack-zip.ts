import { unzip } from 'fflate'
import { endingsOf } from '#kit/files/file-types.ts'

/**
 * Maximum bytes of one picture, as in the media library, and of all pictures of an archive: more would exhaust the
 * browser's memory.
 */
const maxEntryBytes = 50 * 1024 ** 2
const maxTotalBytes = 1024 ** 3
export const pictureTypes = { kinds: ['picture'] } as const
const endings = endingsOf(pictureTypes)

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? ''

/** Returns the pictures of a ZIP by their names without folders; skips other files and pictures that are too large. */
const unpack = async (archive: File): Promise<File[]> => {
  const bytes = new Uint8Array(await archive.arrayBuffer())
  let remainingBytes = maxTotalBytes
  const found = await new Promise<Record<string, Uint8Array<ArrayBuffer>>>((resolve, reject) =>
    unzip(
      bytes,
      {
        filter: ({ name, originalSize }) => {
          // Skip the files that macOS adds beside each file; their names begin with a dot.
          const isPicture = endings.includes(endingOf(name)) && !name.split('/').some((part) => part.startsWith('.'))
          if (!isPicture || originalSize > maxEntryBytes || originalSize > remainingBytes) return false
          remainingBytes -= originalSize
          return true
        },
      },
      (error, files) => (error ? reject(error) : resolve(files as Record<string, Uint8Array<ArrayBuffer>>)),
    ),
  )
  return Object.entries(found).map(([path, content]) => {
    const name = path.split('/').at(-1) ?? path
    return new File([content], name)
  })
}

/** Returns the selected pictures, including those in ZIPs. Rejects if a ZIP cannot be read. */
export const unpackPictures = async (chosen: readonly File[]): Promise<File[]> =>
  (await Promise.all(chosen.map((file) => (endingOf(file.name) === 'zip' ? unpack(file) : [file])))).flat()
