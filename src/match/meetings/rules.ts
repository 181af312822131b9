import { type AcceptedTypes, typesOf } from '#kit/files/file-types.ts'

const minute = 60_000

/** Minutes before the start at which the room opens. */
export const opensBeforeMinutes = 10
/** Minutes after the end during which peers can still enter. */
export const closesAfterMinutes = 5
/** Minutes after the end until which peers already inside can continue. */
const extensionMinutes = 60

export interface Meeting {
  startsAt: Date
  endsAt: Date
}

export const opensAt = ({ startsAt }: Meeting): Date => new Date(startsAt.getTime() - opensBeforeMinutes * minute)
export const closesAt = ({ endsAt }: Meeting): Date => new Date(endsAt.getTime() + closesAfterMinutes * minute)

/** State of the entry: not open yet, open, or over. */
export const entryStateOf = (meeting: Meeting, now: Date, wasIn = false): 'early' | 'open' | 'over' =>
  now < opensAt(meeting) ? 'early' : now < entryClosesAt(meeting, wasIn) ? 'open' : 'over'

/**
 * True if a peer entered, or a guest asked, at that time for the current schedule: the meeting may have been moved
 * since.
 */
export const isForCurrentSchedule = (at: Date | null, meeting: Meeting): boolean =>
  at !== null && at >= opensAt(meeting)

/** True while peers inside can still continue. */
export const canContinue = ({ endsAt }: Meeting, now: Date): boolean =>
  now.getTime() < endsAt.getTime() + extensionMinutes * minute

/**
 * Time until which a peer can enter. A company that was inside can come back as long as the others can continue, so
 * that a page reload does not lose it.
 */
export const entryClosesAt = (meeting: Meeting, wasIn = false): Date =>
  wasIn ? new Date(meeting.endsAt.getTime() + extensionMinutes * minute) : closesAt(meeting)

/** Milliseconds without a call after which a peer counts as gone. */
export const peerTimeout = 20_000

/** Maximum peers in a room. Peer to peer, each uploads video to every other; over a media server, once. */
export const maxPeers = { between: 6, overServer: 20 }
/** Number of seats reserved for the two companies, included in `maxPeers`. */
export const companySeats = 2

export const maxChatLength = 2000

/** Pictures are re-encoded in their own format, without the place where they were taken. */
export const meetingFileTypes: AcceptedTypes = {
  kinds: ['picture', 'video', 'document'],
  types: ['image/jpeg', 'image/png', 'image/webp', ...typesOf({ kinds: ['video', 'document'], keepsOriginal: true })],
  keepsOriginal: true,
}

/** Limits per meeting: number of files, bytes of one file, bytes of all files. */
export const maxMeetingFiles = 20
export const maxMeetingFileBytes = 50 * 1024 ** 2
export const maxMeetingTotalBytes = 200 * 1024 ** 2

/** Maximum base64 characters of one notes message; a multiple of four. */
export const maxUpdateLength = 120_000
/** Maximum characters of the notes; the editor rejects longer content. */
export const maxNotesLength = 100_000
/** Maximum characters of a serialized caret. */
export const maxCaretLength = 400
/** Maximum depth of nested lists. The editor creates no deeper ones and rejects them from others. */
export const maxListDepth = 8
