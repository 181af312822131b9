import type { Upload } from '../contract.ts'

/** File types that an upload accepts, for pickers and the server. */
export type AcceptedTypes = Pick<Upload, 'kinds' | 'types' | 'keepsOriginal'>

interface FileType {
  kind: Upload['kinds'][number]
  endings: readonly string[]
  /** Recorded by phones, and displayed by few browsers: accepted only where the original is kept unchanged. */
  isRecorded?: boolean
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** File types by detected MIME type. SVG, HTML and XML are excluded because they can run script. */
export const fileTypes: Readonly<Record<string, FileType>> = {
  'image/jpeg': { kind: 'picture', endings: ['jpg', 'jpeg', 'jfif'] },
  'image/png': { kind: 'picture', endings: ['png'] },
  'image/webp': { kind: 'picture', endings: ['webp'] },
  'image/avif': { kind: 'picture', endings: ['avif'] },
  'image/gif': { kind: 'picture', endings: ['gif'] },
  'image/heic': { kind: 'picture', endings: ['heic', 'heif'], isRecorded: true },
  'image/heif': { kind: 'picture', endings: ['heif', 'heic'], isRecorded: true },
  'video/mp4': { kind: 'video', endings: ['mp4', 'm4v'] },
  'video/x-m4v': { kind: 'video', endings: ['m4v', 'mp4'] },
  'video/webm': { kind: 'video', endings: ['webm'] },
  'video/quicktime': { kind: 'video', endings: ['mov'], isRecorded: true },
  'application/pdf': { kind: 'document', endings: ['pdf'] },
  [workbookType]: { kind: 'document', endings: ['xlsx'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { kind: 'document', endings: ['docx'] },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': { kind: 'document', endings: ['pptx'] },
  'application/zip': { kind: 'document', endings: ['zip', 'hwpx'] },
  'application/x-cfb': { kind: 'document', endings: ['hwp', 'xls', 'doc', 'ppt'] },
  'text/plain': { kind: 'document', endings: ['txt'] },
}

/** Value of `<input accept>` of imports, which read both; their rows are stored, not the file. */
export const acceptedSheets = '.xlsx,.csv'

/** Returns the MIME types that an upload accepts. */
export const typesOf = ({ kinds, types, keepsOriginal = false }: AcceptedTypes): string[] =>
  Object.entries(fileTypes).flatMap(([mime, { kind, isRecorded = false }]) =>
    kinds.includes(kind) && (types?.includes(mime) ?? true) && (keepsOriginal || !isRecorded) ? [mime] : [],
  )

/** Returns the file name extensions that an upload accepts. */
export const endingsOf = (upload: AcceptedTypes): string[] => [
  ...new Set(typesOf(upload).flatMap((mime) => fileTypes[mime]?.endings ?? [])),
]

/**
 * Returns the value of `<input accept>`. Pictures and videos are named by their type too, so that phones offer the
 * camera; iPhones convert HEIC photos for a picker that does not name them.
 */
export const acceptOf = (upload: AcceptedTypes): string =>
  [
    ...typesOf(upload).filter((mime) => fileTypes[mime]?.kind !== 'document'),
    ...endingsOf(upload).map((ending) => `.${ending}`),
  ].join(',')
