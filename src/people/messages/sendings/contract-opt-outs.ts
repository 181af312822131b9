import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { Channel } from '#people/consents/contract.ts'

/** Opt-out page of an advertising link. */
const OptOut = z
  .object({
    channel: Channel,
    /** Masked address, such as `ch***@example.com`. */
    address: z.string(),
    /** True while the consent is still given. */
    given: z.boolean(),
  })
  .meta({ id: 'OptOut' })
export type OptOut = z.infer<typeof OptOut>

const LinkParams = z.strictObject({ token: z.string().regex(/^[\w-]{16}$/) })

/** Routes for members and recipients. */
export const publicRoutes = {
  optOut: route({
    method: 'GET',
    path: '/api/v1/opt-outs/{token}',
    access: 'public',
    summary: 'Channel and address of an opt-out link.',
    params: LinkParams,
    answer: z.object({ optOut: OptOut }),
    perMinute: 60,
  }),
  confirmOptOut: route({
    method: 'POST',
    path: '/api/v1/opt-outs/{token}',
    access: 'public',
    summary: 'Withdraw the consent to advertising by the channel of a message, without a log-in.',
    params: LinkParams,
    answer: z.object({ optOut: OptOut }),
    status: 200,
    perMinute: 30,
  }),
  write: route({
    method: 'POST',
    path: '/api/v1/message',
    access: 'member',
    summary: 'Send a message to the office; the settings define its recipients.',
    body: z.strictObject({
      subject: z
        .string()
        .trim()
        .min(1)
        .max(150)
        .regex(/^[^\p{Cc}\u2028\u2029]*$/u, { error: 'line_break' }),
      message: z.string().trim().min(1).max(5000),
    }),
    status: 204,
    idempotent: true,
    perMinute: 5,
  }),
}
