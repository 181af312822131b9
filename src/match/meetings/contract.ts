import { z } from 'zod'
import { ById, Id, Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { maxCaretLength, maxChatLength, maxMeetingFiles, maxMeetingTotalBytes, maxUpdateLength } from './rules.ts'

fieldMessages({
  meeting_early: m.meetings_field_early,
  meeting_over: m.meetings_field_over,
  meeting_none: m.meetings_field_none,
  meeting_full: m.meetings_field_full,
  meeting_link: m.meetings_field_link,
  meeting_withdrawn: m.meetings_field_withdrawn,
  meeting_replaced: m.meetings_field_replaced,
  meeting_account: m.meetings_field_account,
  meeting_inside: m.meetings_field_inside,
  meeting_knock: m.meetings_field_knock,
  meeting_refused: m.meetings_field_refused,
  meeting_answered: m.meetings_field_answered,
  meeting_files: (_, options) =>
    m.meetings_field_files({ count: maxMeetingFiles, size: maxMeetingTotalBytes / 1024 ** 2 }, options),
})

export const PeerRole = z.enum(['seller', 'buyer', 'operator', 'guest'])
export type PeerRole = z.infer<typeof PeerRole>

/** Yjs update of the shared notes, base64. */
const Update = z.base64().max(maxUpdateLength)

/** Id of a message, which makes sending idempotent. */
export const MessageId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .optional()
  .describe('Chosen by the client; a message that is sent again under its id is stored once')
const identified = { id: MessageId }

/** Message sent in a room: a `signal` goes to one peer during connection setup, everything else to all. */
export const OutgoingMessage = z.discriminatedUnion('kind', [
  z.strictObject({
    ...identified,
    kind: z.literal('signal'),
    to: Id,
    description: z
      .strictObject({ type: z.enum(['offer', 'answer', 'pranswer', 'rollback']), sdp: z.string().max(60_000) })
      .optional(),
    candidate: z
      .strictObject({
        candidate: z.string().max(2000),
        sdpMid: z.string().max(100).nullable().optional(),
        sdpMLineIndex: z.number().int().min(0).max(100).nullable().optional(),
        usernameFragment: z.string().max(300).nullable().optional(),
      })
      .optional(),
  }),
  z.strictObject({
    ...identified,
    kind: z.literal('notes'),
    update: Update,
    more: z.literal(true).optional().describe('The update continues in the next notes message of this peer'),
  }),
  z.strictObject({ ...identified, kind: z.literal('chat'), text: z.string().trim().min(1).max(maxChatLength) }),
  z.strictObject({ ...identified, kind: z.literal('show'), product: Id.nullable() }),
])
export type OutgoingMessage = z.infer<typeof OutgoingMessage>

export const MeetingFile = z
  .object({ _id: Id, kind: z.enum(['picture', 'video', 'document']), name: z.string(), bytes: z.number().int() })
  .meta({ id: 'MeetingFile' })
export type MeetingFile = z.infer<typeof MeetingFile>

/** Received message: everything a peer can send, plus files, which only an upload can announce. */
const MessageContent = z.discriminatedUnion('kind', [
  ...OutgoingMessage.options,
  z.object({ kind: z.literal('file'), file: MeetingFile }),
])
export type MessageContent = z.infer<typeof MessageContent>

const Peer = z.object({ _id: Id, role: PeerRole, name: z.string() }).meta({ id: 'MeetingPeer' })
export type Peer = z.infer<typeof Peer>

/** One or two Yjs relative positions in base64, separated by a dot (anchor and head). */
const Caret = z
  .string()
  .max(maxCaretLength)
  .regex(/^[\w+/=]+(\.[\w+/=]+)?$/)
const PresentPeer = Peer.extend({
  caret: z.string().nullable().describe('Caret in the notes; null while the peer does not write'),
}).meta({ id: 'MeetingPeerHere' })
export type PresentPeer = z.infer<typeof PresentPeer>

export const MeetingMessage = z
  .object({ number: z.number().int(), from: Peer, createdAt: Instant, said: MessageContent })
  .meta({ id: 'MeetingMessage' })
export type MeetingMessage = z.infer<typeof MeetingMessage>

const Company = z.object({ _id: Id, name: z.string(), timeZone: z.string() })

/** Room as seen before entering. */
export const Room = z
  .object({
    matching: Id,
    fair: z.object({ _id: Id, title: z.string() }),
    seller: Company,
    buyer: Company,
    product: z.object({ _id: Id, name: z.string() }).nullable(),
    startAt: Instant,
    endAt: Instant,
    opensAt: Instant,
    closesAt: Instant,
    door: z.enum(['early', 'open', 'over']),
    role: PeerRole,
    now: Instant.describe('Server time, which decides when the room opens'),
  })
  .meta({ id: 'MeetingRoom' })
export type Room = z.infer<typeof Room>

const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})

export const LiveKit = z
  .object({
    url: z.string(),
    token: z.string().describe('Valid for this room and peer, within five minutes'),
  })
  .meta({ id: 'MeetingLiveKit' })
export type LiveKit = z.infer<typeof LiveKit>

export const EnteredRoom = z
  .object({
    peer: Peer,
    key: z.string().describe('Authenticates the peer in `exchange` until it enters again'),
    ice: z.array(IceServer).describe('STUN and TURN servers'),
    liveKit: LiveKit.nullable().describe('Media server; null if media goes from browser to browser'),
    room: Room,
  })
  .meta({ id: 'EnteredMeeting' })
export type EnteredRoom = z.infer<typeof EnteredRoom>

/** State of a guest's admission request; null before the guest has asked. */
export const AdmissionState = z.enum(['waiting', 'admitted', 'refused'])
export type AdmissionState = z.infer<typeof AdmissionState>

const WaitingGuest = z.object({ _id: Id, name: z.string() }).meta({ id: 'MeetingKnock' })
export type WaitingGuest = z.infer<typeof WaitingGuest>

/** Signed token of a peer or of a guest link. */
export const Key = z.string().max(600)
export const meetingPath = '/api/v1/me/matchings/{id}/meeting'

/** Routes of the online meeting room; those of guests, files and media are in the folders of the same name. */
export const meetings = {
  look: route({
    method: 'GET',
    path: meetingPath,
    access: 'member',
    owned: true,
    summary:
      'Returns the room of a meeting and its opening times, for its two companies and staff with read permission.',
    params: ById,
    answer: z.object({ room: Room }),
  }),
  record: route({
    method: 'GET',
    path: `${meetingPath}/record`,
    access: 'member',
    owned: true,
    summary: 'Returns the record of a meeting to its two companies: notes, chat and files, oldest first.',
    params: ById,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0).describe('Number of the last message already read'),
    }),
    answer: z.object({ messages: z.array(MeetingMessage), more: z.boolean() }),
  }),
  enter: route({
    method: 'POST',
    path: meetingPath,
    access: 'member',
    owned: true,
    summary:
      'Enters the room of a meeting, from ten minutes before its start. Ends an earlier connection of the same account.',
    params: ById,
    answer: EnteredRoom,
    status: 201,
    perMinute: 60,
  }),
  exchange: route({
    method: 'POST',
    path: '/api/v1/meetings/exchange',
    access: 'public',
    summary: 'Sends and receives messages in a room. Authenticated by the peer key.',
    body: z.strictObject({
      key: Key,
      after: z.number().int().min(0).describe('Number of the last message received'),
      send: z.array(OutgoingMessage).max(50).default([]),
      caret: Caret.nullable().optional().describe('Caret in the notes; unchanged if omitted'),
      leaving: z.boolean().default(false),
    }),
    answer: z.object({
      peers: z.array(PresentPeer),
      messages: z.array(MeetingMessage),
      knocks: z.array(WaitingGuest).describe('Waiting guests; empty for guests'),
    }),
    status: 200,
    // All meetings of an exhibition hall may share one IP address.
    perMinute: 12_000,
  }),
}
