import { privateAddress } from '#kit/files/private-files.ts'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import type { FormRequest } from '../contract.ts'
import type { FormFileRow } from '../table.ts'

/** Presents files for staff; thumbnail URLs expire after five minutes. */
export const presentFiles = (context: Context, files: FormFileRow[]): FormRequest['files'] =>
  files.map((file) => ({
    ...toRecord(file),
    preview: file.width === null ? null : privateAddress(context.services, file, 'preview'),
  }))
