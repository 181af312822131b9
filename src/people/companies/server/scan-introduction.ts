import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sweepResumable } from '#kit/files/resumable/resumable-uploads.ts'
import { createTemporaryFolder } from '#kit/files/temporary-uploads.ts'
import { findPersonal } from '#kit/personal/find.ts'
import { privateFile } from '#kit/process/private-folder.ts'
import type { Context } from '#kit/server/context.ts'
import { openIntroductionFile, storeScanResult } from './record-introduction.ts'

/** Scans a profile for personal data. Safe to repeat after a crash: the result is written in one statement. */
export const scanIntroduction = async (context: Context, { id }: Record<string, unknown>): Promise<void> => {
  const found = await openIntroductionFile(context, String(id))
  if (!found) return
  // The file store may be remote, but the scanner thread reads a local file.
  const folder = await createTemporaryFolder(context.services.settings.dataDirectory)
  try {
    const path = join(folder, 'introduction')
    await pipeline(found.stream, createWriteStream(path, { mode: privateFile }))
    await storeScanResult(context, String(id), await findPersonal(path, found.mime))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes abandoned uploads. */
export const deleteAbandonedUploads = (context: Context): Promise<void> => sweepResumable(context)
