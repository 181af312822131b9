import { useCallback, useState } from 'react'
import { formatDay, formatTime } from '#match/matchings/public/format-time.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { type MeetingFile, type MeetingMessage, meetings } from '../contract.ts'
import { files } from '../files/contract.ts'
import type { NoteBlock } from '../notes/public/note-blocks.ts'
import styles from './meeting-record.module.css'

const client = clientOf({ record: meetings.record, openFile: files.openFile })

const loadRecord = async (id: string): Promise<MeetingMessage[]> => {
  const all: MeetingMessage[] = []
  for (;;) {
    const { messages, more } = await client.record({ params: { id }, query: { after: all.at(-1)?.number ?? 0 } })
    all.push(...messages)
    if (!more) return all
  }
}

const readNotes = async (messages: readonly MeetingMessage[]): Promise<NoteBlock[]> => {
  // Yjs is loaded only when there is a record to show.
  const [{ SharedNotes }, { toNoteBlocks }] = await Promise.all([
    import('../notes/public/shared-notes.ts'),
    import('../notes/public/note-blocks.ts'),
  ])
  const notes = new SharedNotes(() => undefined)
  for (const message of messages) notes.receive(message)
  return toNoteBlocks(notes)
}

/** Renders the blocks as elements; user text never becomes HTML. */
function NoteBlocks({ blocks }: { blocks: readonly NoteBlock[] }) {
  return blocks.map((block, index) => {
    // The order is fixed, so the index is a stable key.
    const key = String(index)
    if ('items' in block) {
      const List = block.kind === 'bullets' ? 'ul' : 'ol'
      return (
        <List key={key}>
          {block.items.map((item, at) => (
            <li key={String(at)}>
              <NoteBlocks blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    const Line = block.kind === 'heading' ? 'h4' : 'p'
    return (
      <Line key={key}>
        {block.runs.map(({ text, isBold }, at) =>
          isBold ? <strong key={String(at)}>{text}</strong> : <span key={String(at)}>{text}</span>,
        )}
      </Line>
    )
  })
}

/** Read-only record of a finished meeting: the notes, then the chat with its files. */
export function MeetingRecord({ id, timeZone }: { id: string; timeZone: string }) {
  const load = useCallback(async () => {
    const messages = await loadRecord(id)
    return { notes: await readNotes(messages), chat: messages.filter(({ said }) => said.kind !== 'notes') }
  }, [id])
  const { value, error, reload } = useLoaded(load)
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.meetings_record()}</h2>
      {!value && <LoadState error={error} reload={reload} />}
      {value && value.notes.length === 0 && value.chat.length === 0 && (
        <p className={parts.meta}>{m.meetings_record_none()}</p>
      )}
      {value && value.notes.length > 0 && (
        <>
          <h3 className={styles.title}>{m.meetings_notes()}</h3>
          <div className={styles.notes}>
            <NoteBlocks blocks={value.notes} />
          </div>
        </>
      )}
      {value && value.chat.length > 0 && (
        <>
          <h3 className={styles.title}>{m.meetings_chat()}</h3>
          <ol className={parts.rows}>
            {value.chat.map(({ number, from, said, createdAt }) => (
              <li key={number} className={parts.row}>
                <span className={styles.announcement}>
                  <span className={parts.meta}>{from.name}</span>
                  <br />
                  {said.kind === 'chat' && said.text}
                  {said.kind === 'file' && <RecordFile id={id} file={said.file} />}
                </span>
                <time className={parts.meta} dateTime={createdAt}>
                  {formatDay(createdAt, timeZone)} {formatTime(createdAt, timeZone)}
                </time>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function RecordFile({ id, file: { _id, name, bytes } }: { id: string; file: MeetingFile }) {
  const [errorText, setErrorText] = useState<string>()
  const fetchFile = () => {
    setErrorText(undefined)
    client
      .openFile({ params: { id, file: _id } })
      .then(({ url }) => downloadFile(url))
      .catch((error) => setErrorText(refusalMessage(error)))
  }
  return (
    <>
      <button type="button" className={styles.file} onClick={fetchFile}>
        <Icon name="file" small />
        <span>{name}</span> <span className={parts.meta}>{formatFileSize(bytes)}</span>{' '}
        <VisuallyHidden>{m.meetings_file_fetch()}</VisuallyHidden>
      </button>
      {errorText && <Notice wrong>{errorText}</Notice>}
    </>
  )
}
