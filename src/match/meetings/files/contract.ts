import { z } from 'zod'
import { ById, Id, route } from '#kit/contract.ts'
import { Key, MeetingFile, MessageId, meetingPath } from '../contract.ts'
import { maxMeetingFileBytes } from '../rules.ts'

const Address = z.object({ url: z.string().describe('Fetches the file, for five minutes') })

/** Routes of the files of a meeting. */
export const files = {
  attach: route({
    method: 'POST',
    path: `${meetingPath}/files`,
    access: 'member',
    owned: true,
    summary: 'Send a file to all in the room one is in; it is kept with what was written there. Guests send none.',
    params: ById,
    query: z.strictObject({ said: MessageId }),
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
    path: `${meetingPath}/files/{file}`,
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
}
