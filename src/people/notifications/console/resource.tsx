import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type Notification, type NotificationInput, notifications } from '../contract.ts'

export const resource = consoleResource(notifications)

export type NotificationShape = z.output<typeof NotificationInput>

export const toInput = ({ _id, createdAt, updatedAt, views, ...fields }: Notification): NotificationShape => fields

export const blank: NotificationShape = {
  category: 'general',
  title: { ko: '' },
  body: { ko: '' },
  pinned: false,
  startAt: null,
  endAt: null,
  visible: true,
}
