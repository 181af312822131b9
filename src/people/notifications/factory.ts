import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type notifications as contract, NotificationInput } from './contract.ts'
import { notifications } from './table.ts'

type Input = z.input<typeof NotificationInput>

/** Returns valid API input for a new notice. */
export const notificationInput = (overrides: Partial<Input> = {}): Input => ({
  title: { ko: '연말 사무소 운영 안내', en: 'Office hours at the end of the year' },
  body: { ko: '<p>12월 31일은 휴무입니다.</p>', en: '<p>Closed on 31 December.</p>' },
  ...overrides,
})

export const buildNotification = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, notifications, NotificationInput, notificationInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: notificationInput() }),
}
