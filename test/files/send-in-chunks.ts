import { request as send } from 'node:http'

/** Target of a chunked upload (tus 1.0.0). */
export interface Pieces {
  path: string
  authorization: string
}

const base = { 'tus-resumable': '1.0.0', 'accept-language': 'ko' }

/** Creates an upload; the answer has its address or the reason of a refusal. */
export const announce = (url: string, { path, authorization }: Pieces, name: string, bytes: number) =>
  fetch(url + path, {
    method: 'POST',
    headers: {
      ...base,
      authorization,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')},modified ${Buffer.from('1700000000000').toString('base64')}`,
    },
  })

/** Number of bytes received of an upload; null if it does not exist. */
export const offsetOf = async (url: string, { path, authorization }: Pieces): Promise<number | null> => {
  const { status, headers } = await fetch(url + path, { method: 'HEAD', headers: { ...base, authorization } })
  return status === 200 ? Number(headers.get('upload-offset')) : null
}

/** Sends a complete chunk. */
export const sendPiece = (url: string, { path, authorization }: Pieces, offset: number, piece: Buffer) =>
  fetch(url + path, {
    method: 'PATCH',
    headers: {
      ...base,
      authorization,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: new Uint8Array(piece),
  })

/**
 * Starts a chunk and breaks the connection after `after` bytes were written and `arrives` has resolved: otherwise the
 * server may read them only after the offset was requested.
 */
export const breakPiece = (
  url: string,
  { path, authorization }: Pieces,
  offset: number,
  piece: Buffer,
  after: number,
  arrives: () => Promise<void> = async () => undefined,
) =>
  new Promise<void>((resolve) => {
    const request = send(url + path, {
      method: 'PATCH',
      headers: {
        ...base,
        authorization,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'content-length': piece.length,
      },
    })
    request.on('error', () => resolve())
    request.on('close', () => resolve())
    request.write(piece.subarray(0, after), () => void arrives().finally(() => request.destroy()))
  })
