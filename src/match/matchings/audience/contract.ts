import { z } from 'zod'
import { Id, Locale } from '#kit/contract.ts'
import { ParticipationState, Role } from '#match/participants/contract.ts'

/** Audience kind of a fair's participants, one of the groups that messages can be sent to. */
export const audienceKind = 'fair'

/** Selects participants of a fair for a message. All given conditions must match. */
export const AudienceFilter = z.strictObject({
  fair: Id,
  role: Role.optional(),
  state: ParticipationState.optional(),
  /** Number of confirmed or held meetings, on `day` if given. */
  leastMeetings: z.number().int().min(0).max(1000).optional(),
  mostMeetings: z.number().int().min(0).max(1000).optional(),
  /** A day in Seoul. */
  day: z.iso.date().optional(),
  /** `none`: buyers without free times. */
  times: z.enum(['none']).optional(),
  locale: Locale.optional(),
})
export type AudienceFilter = z.infer<typeof AudienceFilter>
