import { UnstyledButton } from '@mantine/core'
import { showError } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import said from '#console/kit/parts/message-text.module.css'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import { client, type RequestNames } from '../../console/request-resource.tsx'
import type { Entry, FormRequest } from '../../contract.ts'
import { formatEvent } from './request-details.tsx'
import styles from './request-thread.module.css'

const mailStateLabels = {
  waiting: m.forms_mail_waiting,
  held: m.forms_mail_held,
  sent: m.forms_mail_sent,
  failed: m.forms_mail_failed,
  withdrawn: m.forms_happened_withdrawn,
}

/** Events shown in the thread; views and downloads are listed in the details. */
const visibleEvents = new Set(['assigned', 'taken', 'office', 'closed', 'merged', 'separated', 'withdrawn'])

/** Downloads a file by a URL that expires after five minutes. */
const fetchFile = async (id: string, file: string) => {
  const { url } = await client.openFile({ params: { id, file } })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

interface ThreadProps {
  request: FormRequest
  names: RequestNames
  onOpened: () => void
}

/** The request with its files, then notes and replies in order. */
export function RequestThread({ request, names, onOpened }: ThreadProps) {
  const downloadFile = (id: string, file: string) => fetchFile(id, file).then(onOpened, showError)
  const download = (file: string) => downloadFile(request._id, file)
  const building = request.answers.find(({ name }) => name === 'building')?.value
  return (
    <>
      <section className={styles.entry}>
        <p className={said.who}>
          <strong>{request.name}</strong>
          <span>{[building, names.practiceName(request.practice)].filter(Boolean).join(' · ')}</span>
          <EntryTime at={request.createdAt} />
        </p>
        <p className={said.words}>{request.message}</p>
        <Files files={request.files} download={download} />
      </section>
      {request.merged.map((other) => (
        <section key={other._id} className={styles.entry} data-kind="merged">
          <p className={said.who}>
            <strong>{other.name}</strong>
            <span className={styles.mark}>{m.forms_merged_mark({ number: other.number })}</span>
            <EntryTime at={other.createdAt} />
          </p>
          <p className={said.words}>{other.message}</p>
          <Files files={other.files} download={(file) => downloadFile(other._id, file)} />
        </section>
      ))}
      {request.thread
        .filter(({ kind, what }) => kind !== 'event' || visibleEvents.has(what))
        .map((entry) =>
          entry.kind === 'event' ? (
            <p key={entry._id} className={styles.event}>
              <span>{entry.actor ? `${entry.actor}: ${formatEvent(entry, names)}` : formatEvent(entry, names)}</span>
              <EntryTime at={entry.createdAt} />
            </p>
          ) : (
            <ThreadEntry key={entry._id} entry={entry} download={download} />
          ),
        )}
    </>
  )
}

function Files({ files, download }: { files: FormRequest['files']; download: (file: string) => Promise<void> }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={m.forms_files()}>
      {files.map(({ _id, name, bytes, preview, width, height }) => (
        <li key={_id}>
          <UnstyledButton
            className={styles.file}
            data-picture={preview ? true : undefined}
            aria-label={m.forms_file_take({ name })}
            title={name}
            onClick={() => void download(_id)}
          >
            {preview ? (
              <img src={preview} alt="" width={width ?? 4} height={height ?? 3} />
            ) : (
              <>
                <Icon name="file" />
                <span>{name}</span>
                <small>{formatFileSize(bytes)}</small>
              </>
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** Notes differ from replies in background, border, icon and label, so that they are not confused. */
function ThreadEntry({ entry, download }: { entry: Entry; download: (file: string) => Promise<void> }) {
  const isNote = entry.kind === 'note'
  return (
    <section className={styles.entry} data-kind={entry.kind}>
      <p className={said.who}>
        <NameAvatar name={entry.actor ?? ''} size={20} />
        <strong>{entry.actor}</strong>
        <span className={styles.mark}>
          <Icon name={isNote ? 'lock' : 'mail'} />
          {isNote ? m.forms_note_mark() : m.forms_answer_mark()}
          {entry.mail && ` · ${mailStateLabels[entry.mail]()}`}
        </span>
        <EntryTime at={entry.createdAt} />
      </p>
      {entry.subject && <p className={styles.title}>{entry.subject}</p>}
      <p className={said.words}>{entry.text}</p>
      <Files files={entry.files} download={download} />
    </section>
  )
}

function EntryTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullInstant(at)}>
      {listInstant(at)}
    </time>
  )
}
