import { AppError } from '#kit/errors.ts'
import { media as contract } from '#kit/files/contract.ts'
import { storeUpload, toPicture, toStoredFile } from '#kit/files/library.ts'
import { type FileRow, files } from '#kit/files/table.ts'
import type { Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records.ts'
import { tableHandlers } from '#kit/server/table-handlers.ts'

const toMedia = (row: FileRow) => ({
  ...toRecord(row),
  picture: row.kind === 'picture' ? toPicture(row) : null,
  file: toStoredFile(row),
})

// Files are neither created nor removed by themselves: they come by upload and go when no record uses them.
const plain = { list: contract.list, get: contract.get, update: contract.update }
const { list, get, update } = tableHandlers(plain, files, {
  words: [files.name],
  title: (row) => row.name,
  present: (rows) => rows.map(toMedia),
})

export const mediaHandlers: Handlers<typeof contract> = {
  list,
  get,
  update,
  async upload(context, { files: [file] }) {
    if (!file) throw new AppError('invalid', { fields: { file: 'required' } })
    return { medium: toMedia(await storeUpload(context, contract.upload.upload, file)) }
  },
}
