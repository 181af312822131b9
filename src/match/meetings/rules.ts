const minute = 60_000

/** Minutes before a meeting at which its room opens. */
export const opensBefore = 10
/** Minutes after its end during which one can still enter. */
export const closesAfter = 5
/** Minutes after its end during which those inside can go on: nothing cuts off. */
const lastsAfter = 60

export interface Meeting {
  startsAt: Date
  endsAt: Date
}

export const opensAt = ({ startsAt }: Meeting): Date => new Date(startsAt.getTime() - opensBefore * minute)
export const closesAt = ({ endsAt }: Meeting): Date => new Date(endsAt.getTime() + closesAfter * minute)

/** Whether one can enter: not yet, now, or not any more. */
export const doorOf = (meeting: Meeting, now: Date, wasIn = false): 'early' | 'open' | 'over' =>
  now < opensAt(meeting) ? 'early' : now < entersUntil(meeting, wasIn) ? 'open' : 'over'

/** Whether who came, or asked to be let in, at that moment did so for the time that the meeting has by now: it may have been moved since. */
export const isOfNow = (at: Date | null, meeting: Meeting): boolean => at !== null && at >= opensAt(meeting)

/** Whether those who are inside can still talk. */
export const isLasting = ({ endsAt }: Meeting, now: Date): boolean =>
  now.getTime() < endsAt.getTime() + lastsAfter * minute

/**
 * Until when one can enter: who was in the room already comes back as long as the others can go on. A browser that is
 * loaded anew is no reason to lose one side.
 */
export const entersUntil = (meeting: Meeting, wasIn = false): Date =>
  wasIn ? new Date(meeting.endsAt.getTime() + lastsAfter * minute) : closesAt(meeting)

/** Milliseconds without a word after which somebody counts as gone. */
export const goneAfter = 20_000

/** People in a room: between browsers each sends video to every other, over a server once. */
export const mostPeers = { between: 6, overServer: 20 }
/** Of these, seats that are kept for the two companies. */
export const companySeats = 2

export const longestChat = 2000

/** Files of one meeting: how many, bytes of one, and bytes of all. */
export const mostFiles = 20
export const mostFileBytes = 50 * 1024 ** 2
export const mostFilesBytes = 200 * 1024 ** 2

/** Characters of one message of the notes, in base64: a whole number of groups of four. */
export const longestUpdate = 120_000
/** Characters of the notes beyond which an editor takes no more. */
export const longestNotes = 100_000
/** Characters that name a place in the notes. */
export const longestCaret = 400
/** Lists within lists: an editor makes no deeper ones, and takes none from others. */
export const deepestLists = 8
