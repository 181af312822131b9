import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type AuctionFile, type AuctionFileInput, files } from '../contract.ts'

export const resource = consoleResource(files)

export type FileShape = z.output<typeof AuctionFileInput>

export const toInput = ({ _id, createdAt, updatedAt, file, ...fields }: AuctionFile): FileShape => ({
  ...fields,
  file: file._id,
})

export const blank: FileShape = { program: null, title: { ko: '' }, file: '', locale: null, position: 0, visible: true }
