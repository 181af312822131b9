import { z } from 'zod'
import { ById, headerLine, Id, Instant, route } from '#kit/contract.ts'
import { AdmissionState, EnteredRoom, Key, meetingPath, Room } from '../contract.ts'

/** Guest link as shown to the side that created it. */
const GuestLink = z
  .object({
    _id: Id,
    name: z.string(),
    createdAt: Instant,
    closedAt: Instant.nullable(),
    knock: AdmissionState.nullable(),
  })
  .meta({ id: 'MeetingGuest' })
export type GuestLink = z.infer<typeof GuestLink>

/** Routes of guests: their links, and admission to the room. */
export const guests = {
  invite: route({
    method: 'POST',
    path: `${meetingPath}/guests`,
    access: 'member',
    owned: true,
    summary:
      'A link for a guest, such as an interpreter, who asks at the door to be let in. It is good until the room closes.',
    params: ById,
    body: z.strictObject({ name: headerLine(60).min(1) }),
    answer: z.object({ guest: GuestLink.extend({ token: z.string() }) }),
    status: 201,
    perMinute: 30,
  }),
  guests: route({
    method: 'GET',
    path: `${meetingPath}/guests`,
    access: 'member',
    owned: true,
    summary: 'Links for guests that the own side made, the latest first.',
    params: ById,
    answer: z.object({ guests: z.array(GuestLink) }),
  }),
  withdraw: route({
    method: 'DELETE',
    path: `${meetingPath}/guests/{guest}`,
    access: 'member',
    owned: true,
    summary: 'Close a link for a guest that the own side made; who came by it has to leave.',
    params: z.strictObject({ id: Id, guest: Id }),
    answer: z.object({ guest: GuestLink }),
  }),
  enterAsGuest: route({
    method: 'POST',
    path: '/api/v1/meetings/guests',
    access: 'public',
    summary:
      'Enter the room of a meeting as a guest who was let in, by a link. An earlier stay by the same link is over by it.',
    body: z.strictObject({ token: Key }),
    answer: EnteredRoom,
    status: 201,
    perMinute: 120,
  }),
  lookAsGuest: route({
    method: 'POST',
    path: '/api/v1/meetings/guests/look',
    access: 'public',
    summary: 'The room a guest’s link leads to.',
    body: z.strictObject({ token: Key }),
    answer: z.object({ room: Room, name: z.string(), knock: AdmissionState.nullable() }),
    status: 200,
    perMinute: 120,
  }),
  knock: route({
    method: 'POST',
    path: '/api/v1/meetings/guests/knock',
    access: 'public',
    summary:
      'Ask to be let in, as a guest, and hear what became of it: again every second or two while one waits. Who was let in or refused stays so.',
    body: z.strictObject({ token: Key, leaving: z.boolean().default(false).describe('One waits no more') }),
    answer: z.object({ knock: AdmissionState.nullable() }),
    status: 200,
    // All meetings of an exhibition hall may share one IP address.
    perMinute: 1200,
  }),
  answerKnock: route({
    method: 'POST',
    path: '/api/v1/meetings/knocks',
    access: 'public',
    summary:
      'Let a guest who waits at the door in, or refuse it, as one of the two companies or the operator: the key of the stay is the right to.',
    body: z.strictObject({
      key: Key,
      guest: Id,
      admit: z.boolean(),
      seen: z.enum(['waiting', 'refused']).describe('What was seen of it: of two who answer at once, one does'),
    }),
    answer: z.object({ knock: AdmissionState }),
    status: 200,
    perMinute: 1200,
  }),
}
