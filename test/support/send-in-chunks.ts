import { request as send } from 'node:http'

/** An upload in pieces as a program makes it (tus 1.0.0). */
export interface Pieces {
  path: string
  authorization: string
}

const base = { 'tus-resumable': '1.0.0', 'accept-language': 'ko' }

/** Announces a file; the answer has the address of the upload, or says why there is none. */
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

/** How much of an upload has come; null where it is not found. */
export const offsetOf = async (url: string, { path, authorization }: Pieces): Promise<number | null> => {
  const { status, headers } = await fetch(url + path, { method: 'HEAD', headers: { ...base, authorization } })
  return status === 200 ? Number(headers.get('upload-offset')) : null
}

/** Sends a piece whole. */
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
 * Begins a piece and breaks the line after so many of its bytes were handed over, and once `arrives` is done: without
 * it the server may read them only after it was asked how much has come.
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
