import { z } from 'zod'
import { ById, headerLine, Id, Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import {
  maxCaretLength,
  maxChatLength,
  maxMeetingFileBytes,
  maxMeetingFiles,
  maxMeetingTotalBytes,
  maxUpdateLength,
} from './rules.ts'

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

const said = {
  id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .describe('Chosen by the browser: sent again under it, after an answer that was lost, it is said once'),
}

/** Message sent in a room: a `signal` goes to one peer during connection setup, everything else to all. */
export const OutgoingMessage = z.discriminatedUnion('kind', [
  z.strictObject({
    ...said,
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
    ...said,
    kind: z.literal('notes'),
    update: Update,
    more: z.literal(true).optional().describe('The update goes on in the next message of the notes from the same stay'),
  }),
  z.strictObject({ ...said, kind: z.literal('chat'), text: z.string().trim().min(1).max(maxChatLength) }),
  z.strictObject({ ...said, kind: z.literal('show'), product: Id.nullable() }),
])
export type OutgoingMessage = z.infer<typeof OutgoingMessage>

const MeetingFile = z
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
  caret: z.string().nullable().describe('Where it writes in the notes; null while it does not'),
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
    now: Instant.describe('Time of the server, by which the room opens'),
  })
  .meta({ id: 'MeetingRoom' })
export type Room = z.infer<typeof Room>

const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})

const LiveKit = z
  .object({
    url: z.string(),
    token: z.string().describe('Opens this room alone, for this stay, within five minutes'),
  })
  .meta({ id: 'MeetingLiveKit' })
export type LiveKit = z.infer<typeof LiveKit>

const EnteredRoom = z
  .object({
    peer: Peer,
    key: z.string().describe('Proves in `exchange` who speaks; good for this stay'),
    ice: z.array(IceServer).describe('Servers that help two browsers to find each other'),
    liveKit: LiveKit.nullable().describe(
      'Server that carries sound and pictures; null: they go from browser to browser',
    ),
    room: Room,
  })
  .meta({ id: 'EnteredMeeting' })
export type EnteredRoom = z.infer<typeof EnteredRoom>

/** State of a guest's admission request; null before the guest has asked. */
export const AdmissionState = z.enum(['waiting', 'admitted', 'refused'])
export type AdmissionState = z.infer<typeof AdmissionState>

const WaitingGuest = z.object({ _id: Id, name: z.string() }).meta({ id: 'MeetingKnock' })
export type WaitingGuest = z.infer<typeof WaitingGuest>

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

const Key = z.string().max(600)
const Address = z.object({ url: z.string().describe('Fetches the file, for five minutes') })
const path = '/api/v1/me/matchings/{id}/meeting'

/** Routes of the online meeting room. */
export const meetings = {
  look: route({
    method: 'GET',
    path,
    access: 'member',
    owned: true,
    summary: 'The room of a meeting and when it opens: for its two companies, and staff who see matchings.',
    params: ById,
    answer: z.object({ room: Room }),
  }),
  record: route({
    method: 'GET',
    path: `${path}/record`,
    access: 'member',
    owned: true,
    summary:
      'What the two companies wrote in the room, for them to read afterwards: notes, chat and files, the oldest first.',
    params: ById,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0).describe('Number of the last message that was read'),
    }),
    answer: z.object({ messages: z.array(MeetingMessage), more: z.boolean() }),
  }),
  enter: route({
    method: 'POST',
    path,
    access: 'member',
    owned: true,
    summary:
      'Enter the room of a meeting: from ten minutes before it begins. An earlier stay of the same account is over by it.',
    params: ById,
    answer: EnteredRoom,
    status: 201,
    perMinute: 60,
  }),
  attach: route({
    method: 'POST',
    path: `${path}/files`,
    access: 'member',
    owned: true,
    summary: 'Send a file to all in the room one is in; it is kept with what was written there. Guests send none.',
    params: ById,
    query: z.strictObject({ said: said.id }),
    upload: {
      field: 'file',
      kinds: ['picture', 'video', 'document'],
      maxBytes: maxMeetingFileBytes,
      maxFiles: 1,
    },
    answer: z.object({ file: MeetingFile }),
    status: 201,
    perMinute: 60,
  }),
  openFile: route({
    method: 'POST',
    path: `${path}/files/{file}`,
    access: 'member',
    owned: true,
    summary:
      'An address of a file of a meeting for five minutes: for its two companies, also afterwards, and staff who see matchings.',
    params: z.strictObject({ id: Id, file: Id }),
    answer: Address,
    status: 201,
  }),
  openFileInside: route({
    method: 'POST',
    path: '/api/v1/meetings/files',
    access: 'public',
    summary: 'The same from within the room, for guests too: the key of the stay is the right to.',
    body: z.strictObject({ key: Key, file: Id }),
    answer: Address,
    status: 200,
    // All meetings of an exhibition hall may share one IP address.
    perMinute: 1200,
  }),
  invite: route({
    method: 'POST',
    path: `${path}/guests`,
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
    path: `${path}/guests`,
    access: 'member',
    owned: true,
    summary: 'Links for guests that the own side made, the latest first.',
    params: ById,
    answer: z.object({ guests: z.array(GuestLink) }),
  }),
  withdraw: route({
    method: 'DELETE',
    path: `${path}/guests/{guest}`,
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
  servers: route({
    method: 'GET',
    path: '/api/v1/meetings/servers',
    access: 'public',
    summary: 'Where the browser of a room connects to beside this server, as sources of a Content-Security-Policy.',
    answer: z.object({ connects: z.array(z.string()) }),
  }),
  connect: route({
    method: 'POST',
    path: '/api/v1/meetings/connect',
    access: 'public',
    summary: 'Another token of the server that carries sound and pictures: the key of the stay is the right to.',
    body: z.strictObject({ key: Key }),
    answer: z.object({ liveKit: LiveKit.nullable() }),
    status: 200,
    // All meetings of an exhibition hall may share one IP address.
    perMinute: 1200,
  }),
  exchange: route({
    method: 'POST',
    path: '/api/v1/meetings/exchange',
    access: 'public',
    summary: 'Say something in a room and hear what was said since: the key of the stay is the right to.',
    body: z.strictObject({
      key: Key,
      after: z.number().int().min(0).describe('Number of the last message heard'),
      send: z.array(OutgoingMessage).max(50).default([]),
      caret: Caret.nullable().optional().describe('Where one writes in the notes; left out, it stays as it was'),
      leaving: z.boolean().default(false),
    }),
    answer: z.object({
      peers: z.array(PresentPeer),
      messages: z.array(MeetingMessage),
      knocks: z.array(WaitingGuest).describe('Guests who wait at the door; guests are told of none'),
    }),
    status: 200,
    // All meetings of an exhibition hall may share one IP address.
    perMinute: 12_000,
  }),
}
