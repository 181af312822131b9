import { UnstyledButton } from '@mantine/core'
import { Icon } from '#console/kit/parts/icon.tsx'
import said from '#console/kit/parts/said.module.css'
import { Seal } from '#console/kit/parts/seal.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/seoul-time.ts'
import { sayWrong } from '#console/kit/parts/toast.tsx'
import { m } from '#messages/messages.js'
import type { Entry, FormRequest } from '../contract.ts'
import type { Names } from './facts.tsx'
import styles from './request.module.css'
import { client } from './resource.tsx'

const mailWords = {
  waiting: m.forms_mail_waiting,
  held: m.forms_mail_held,
  sent: m.forms_mail_sent,
  failed: m.forms_mail_failed,
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Fetches a file by an address that is good for a moment. */
const fetchFile = async (id: string, file: string) => {
  const { url } = await client.openFile({ params: { id, file } })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

interface ThreadProps {
  request: FormRequest
  names: Names
  onOpened: () => void
}

/** What was sent with its files, then notes and answers as they came. */
export function Thread({ request, names, onOpened }: ThreadProps) {
  const take = (file: string) => fetchFile(request._id, file).then(onOpened, (error: Error) => sayWrong(error.message))
  const building = request.answers.find(({ name }) => name === 'building')?.value
  return (
    <>
      <section className={styles.entry}>
        <p className={said.who}>
          <strong>{request.name}</strong>
          <span>{[building, names.practiceName(request.practice)].filter(Boolean).join(' · ')}</span>
          <When at={request.createdAt} />
        </p>
        <p className={said.words}>{request.message}</p>
        {request.files.length > 0 && (
          <ul className={styles.files} aria-label={m.forms_files()}>
            {request.files.map(({ _id, name, bytes, preview, width, height }) => (
              <li key={_id}>
                <UnstyledButton
                  className={styles.file}
                  data-picture={preview ? true : undefined}
                  aria-label={m.forms_file_take({ name })}
                  title={name}
                  onClick={() => void take(_id)}
                >
                  {preview ? (
                    <img src={preview} alt="" width={width ?? 4} height={height ?? 3} />
                  ) : (
                    <>
                      <Icon name="file" />
                      <span>{name}</span>
                      <small>{sizeOf(bytes)}</small>
                    </>
                  )}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </section>
      {request.thread
        .filter(({ kind }) => kind !== 'event')
        .map((entry) => (
          <Said key={entry._id} entry={entry} />
        ))}
    </>
  )
}

/** Notes differ by ground, rule, lock and word, so that none is mistaken for an answer. */
function Said({ entry }: { entry: Entry }) {
  const isNote = entry.kind === 'note'
  return (
    <section className={styles.entry} data-kind={entry.kind}>
      <p className={said.who}>
        <Seal name={entry.actor ?? ''} size={20} />
        <strong>{entry.actor}</strong>
        <span className={styles.mark}>
          <Icon name={isNote ? 'lock' : 'mail'} />
          {isNote ? m.forms_note_mark() : m.forms_answer_mark()}
          {entry.mail && ` · ${mailWords[entry.mail]()}`}
        </span>
        <When at={entry.createdAt} />
      </p>
      {entry.subject && <p className={styles.title}>{entry.subject}</p>}
      <p className={said.words}>{entry.text}</p>
    </section>
  )
}

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullInstant(at)}>
      {listInstant(at)}
    </time>
  )
}
