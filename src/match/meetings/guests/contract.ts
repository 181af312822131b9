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
      'Creates a guest link, such as for an interpreter. Its holder may request admission until the room closes.',
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
    summary: 'Lists the guest links that the caller’s side created, newest first.',
    params: ById,
    answer: z.object({ guests: z.array(GuestLink) }),
  }),
  withdraw: route({
    method: 'DELETE',
    path: `${meetingPath}/guests/{guest}`,
    access: 'member',
    owned: true,
    summary: 'Withdraws a guest link of the caller’s side and removes its guest from the room.',
    params: z.strictObject({ id: Id, guest: Id }),
    answer: z.object({ guest: GuestLink }),
  }),
  enterAsGuest: route({
    method: 'POST',
    path: '/api/v1/meetings/guests',
    access: 'public',
    summary: 'Enters the room of a meeting as an admitted guest. Ends an earlier connection with the same link.',
    body: z.strictObject({ token: Key }),
    answer: EnteredRoom,
    status: 201,
    perMinute: 120,
  }),
  lookAsGuest: route({
    method: 'POST',
    path: '/api/v1/meetings/guests/look',
    access: 'public',
    summary: 'Returns the room of a guest link.',
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
      'Requests admission as a guest and returns its state; polled while waiting. An admission or refusal is final.',
    body: z.strictObject({ token: Key, leaving: z.boolean().default(false).describe('True to stop waiting') }),
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
      'Admits or refuses a waiting guest, as one of the two companies or the operator. Authenticated by the peer key.',
    body: z.strictObject({
      key: Key,
      guest: Id,
      admit: z.boolean(),
      seen: z.enum(['waiting', 'refused']).describe('State the caller saw; of two concurrent answers, one succeeds'),
    }),
    answer: z.object({ knock: AdmissionState }),
    status: 200,
    perMinute: 1200,
  }),
}
