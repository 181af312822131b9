import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { blankInput, pickInput } from '#kit/input-fields.ts'
import { type AuctionFile, AuctionFileInput, files } from '../contract.ts'

export const resource = consoleResource(files)

export const toInput = (file: AuctionFile) => ({ ...pickInput(AuctionFileInput, file), file: file.file._id })

export const blank = blankInput(AuctionFileInput, { title: { ko: '' }, file: '' })
