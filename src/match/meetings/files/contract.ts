import { z } from 'zod'
import { ById, Id, route } from '#kit/contract.ts'
import { Key, MeetingFile, MessageId, meetingPath } from '../contract.ts'
import { maxMeetingFileBytes, meetingFileTypes } from '../rules.ts'

const DownloadUrl = z.object({ url: z.string().describe('Download URL, valid for five minutes') })

/** Routes of the files of a meeting. */
export const files = {
  attach: route({
    method: 'POST',
    path: `${meetingPath}/files`,
    access: 'member',
    owned: true,
    summary: 'Sends a file to all peers of the room and adds it to the record. Not available to guests.',
    params: ById,
    query: z.strictObject({ said: MessageId }),
    upload: {
      field: 'file',
      ...meetingFileTypes,
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
      'Returns a download URL of a meeting file, also after the meeting, for its companies and staff with read permission.',
    params: z.strictObject({ id: Id, file: Id }),
    answer: DownloadUrl,
    status: 201,
  }),
  openFileInside: route({
    method: 'POST',
    path: '/api/v1/meetings/files',
    access: 'public',
    summary: 'Returns a download URL of a file to a peer in the room, guests included. Authenticated by the peer key.',
    body: z.strictObject({ key: Key, file: Id }),
    answer: DownloadUrl,
    status: 200,
    // All meetings of an exhibition hall may share one IP address.
    perMinute: 1200,
  }),
}
