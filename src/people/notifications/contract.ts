import { z } from 'zod'
import { ById, crud, Id, Instant, Locale, localized, page, recordFields, route } from '#kit/contract.ts'
import { UploadedForText } from '#kit/files/contract.ts'

export const notificationCategories = ['general', 'maintenance', 'terms', 'event'] as const
export type NotificationCategory = (typeof notificationCategories)[number]
const Category = z.enum(notificationCategories)

export const NotificationInput = z.strictObject({
  category: Category.default('general'),
  title: localized(200),
  /** HTML, sanitized on input. */
  body: localized(100_000),
  /** Pinned notices come first. */
  pinned: z.boolean().default(false),
  startAt: Instant.nullable().default(null),
  endAt: Instant.nullable().default(null),
  visible: z.boolean().default(true),
})

export const Notification = z
  .object({ ...recordFields, ...NotificationInput.shape, views: z.number().int() })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

/** Console list entry, without the text. */
export const NotificationLine = Notification.omit({ body: true }).meta({ id: 'NotificationLine' })
export type NotificationLine = z.infer<typeof NotificationLine>

/** Public list entry. */
export const PublicNotificationLine = z
  .object({
    _id: Id,
    category: Category,
    title: z.string(),
    lang: Locale,
    pinned: z.boolean(),
    publishedAt: Instant,
  })
  .meta({ id: 'PublicNotificationLine' })
export type PublicNotificationLine = z.infer<typeof PublicNotificationLine>

const Neighbour = PublicNotificationLine.pick({ _id: true, title: true, lang: true })

export const PublicNotification = z
  .object({
    ...PublicNotificationLine.shape,
    /** Sanitized HTML. */
    body: z.string(),
    newer: Neighbour.nullable(),
    older: Neighbour.nullable(),
  })
  .meta({ id: 'PublicNotification' })
export type PublicNotification = z.infer<typeof PublicNotification>

export const notificationsPerPage = 10

/** Notices of the customer center. */
export const notifications = {
  ...crud(
    '/api/console/center/notifications',
    { one: 'notification', many: 'notifications' },
    Notification,
    NotificationInput,
    {
      access: 'console:center',
      sort: ['createdAt', 'updatedAt', 'startAt', 'views'],
      filters: { category: Category.optional() },
      line: NotificationLine,
    },
  ),
  upload: route({
    method: 'POST',
    path: '/api/console/center/notifications/upload',
    access: 'console:center',
    summary: 'Upload a picture or a file for a text; one that no text uses within a week is removed.',
    upload: { field: 'file', kinds: ['picture', 'document'], maxBytes: 50 * 1024 * 1024, maxFiles: 1 },
    answer: UploadedForText,
    status: 201,
    perMinute: 60,
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/center/notifications',
    access: 'public',
    summary: 'Notices in force, pinned ones first, then the newest.',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(1000).default(1),
      category: Category.optional(),
    }),
    answer: page('notifications', PublicNotificationLine),
    cached: true,
  }),
  read: route({
    method: 'GET',
    path: '/api/v1/center/notifications/{id}',
    access: 'public',
    summary: 'One notice in force, with the previous and next one.',
    params: ById,
    answer: z.object({ notification: PublicNotification }),
    cached: true,
  }),
  view: route({
    method: 'POST',
    path: '/api/v1/center/notifications/{id}/views',
    access: 'public',
    summary: 'Count one view of a notice; a browser reports each notice once.',
    params: ById,
    answer: z.object({ views: z.number().int() }),
    status: 201,
    perMinute: 30,
  }),
}
