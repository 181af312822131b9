import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { sessionRoutes } from '#session/contract.ts'
import { loginMethods } from './rules.ts'

fieldMessages({
  wrong_password: m.field_wrong_password,
  weak_password: m.field_weak_password,
  short_password: m.field_short_password,
})

/** New password. Minimum length in characters: 8 for members, 12 for staff; at least 64 characters are accepted. */
export const NewPassword = z.string().min(8).max(256)

export const auth = {
  ...sessionRoutes,
  password: route({
    method: 'PUT',
    path: '/api/v1/me/password',
    access: 'member',
    summary: 'Change the caller’s password and end all other sessions.',
    body: z.strictObject({ current: z.string().min(1).max(256), next: NewPassword }),
    status: 204,
  }),
  sessions: route({
    method: 'GET',
    path: '/api/v1/me/sessions',
    access: 'member',
    summary: 'List the sessions of this account.',
    answer: z.object({
      sessions: z.array(
        z.object({
          _id: z.uuid(),
          device: z.string(),
          address: z.string(),
          createdAt: z.iso.datetime(),
          usedAt: z.iso.datetime(),
          /** Log-in method of the session. */
          way: z.enum(loginMethods),
          current: z.boolean(),
        }),
      ),
    }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/v1/me/sessions/{id}',
    access: 'member',
    summary: 'End one session.',
    params: z.strictObject({ id: z.uuid() }),
    status: 204,
  }),
  endSessions: route({
    method: 'POST',
    path: '/api/v1/me/sessions/end',
    access: 'member',
    summary: 'End all sessions except this one.',
    body: z.strictObject({ which: z.literal('others') }),
    status: 204,
  }),
}
