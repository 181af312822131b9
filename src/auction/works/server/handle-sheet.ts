import type { Handlers } from '#kit/server/context.ts'
import type { sheets as contract } from '../contract-sheet.ts'
import { checkSheet, importSheet } from './import-sheet.ts'

export const sheetHandlers: Handlers<typeof contract> = {
  checkSheet: async (context, { params, files }) => ({ sheet: await checkSheet(context, params.id, files[0]) }),
  importSheet: (context, { params, files }) => importSheet(context, params.id, files[0]),
}
