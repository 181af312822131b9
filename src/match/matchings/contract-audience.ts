import { z } from 'zod'
import { Id, Locale } from '#kit/contract.ts'
import { ParticipationState, Role } from '#match/participants/contract.ts'

/** The kind of a fair's participants among the groups that messages can be sent to. */
export const audienceKind = 'fair'

/** Which participants of a fair a message is for: those to whom all of it applies. */
export const AudienceFilter = z.strictObject({
  fair: Id,
  role: Role.optional(),
  state: ParticipationState.optional(),
  /** Confirmed meetings, on `day` where one is given. */
  leastMeetings: z.number().int().min(0).max(1000).optional(),
  mostMeetings: z.number().int().min(0).max(1000).optional(),
  /** A day of Seoul. */
  day: z.iso.date().optional(),
  /** `none`: buyers who drew no free times. */
  times: z.enum(['none']).optional(),
  locale: Locale.optional(),
})
export type AudienceFilter = z.infer<typeof AudienceFilter>
