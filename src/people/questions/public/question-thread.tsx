import { useCallback, useEffect, useState } from 'react'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { formatMoment } from '#ui/format/format-day.ts'
import { type Inquire, questions } from '../contract.ts'
import { maxTextLength } from '../rules.ts'
import { FileField } from './file-field.tsx'
import styles from './questions.module.css'
import { TextArea } from './text-area.tsx'
import { useDraft } from './use-draft.ts'

const client = clientOf(questions)

interface QuestionThreadProps {
  id: string
  member: string
  onChange: () => void
}

/** Thread of a question; the member can follow up or close it. */
export function QuestionThread({ id, member, onChange }: QuestionThreadProps) {
  const [inquire, setInquire] = useState<Inquire>()
  const [errorText, setErrorText] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const { draft, change, forget } = useDraft(member, id)

  const loadThread = useCallback(
    () =>
      client.open({ params: { id } }).then(
        ({ inquire: found }) => setInquire(found),
        (error: unknown) => setErrorText(errorMessage(error)),
      ),
    [id],
  )
  useEffect(() => void loadThread(), [loadThread])

  const runAction = async (work: () => Promise<{ inquire: Inquire }>) => {
    setBusy(true)
    setErrorText(undefined)
    try {
      setInquire((await work()).inquire)
      setWriting(false)
      onChange()
      return true
    } catch (error) {
      setErrorText(errorMessage(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const sendEntry = async () => {
    const body = { text: draft.text, files: draft.files.map(({ _id }) => _id) }
    const key = draft.key ?? newKey()
    change({ key })
    if (await runAction(() => client.goOn({ params: { id }, body }, { headers: { 'idempotency-key': key } }))) forget()
  }
  const downloadFile = (file: string) =>
    client.openFile({ params: { id, file } }).then(
      ({ url }) => location.assign(url),
      (error: unknown) => setErrorText(errorMessage(error)),
    )

  if (!inquire)
    return errorText ? <p role="alert">{errorText}</p> : <p className={styles.note}>{m.questions_reading()}</p>
  return (
    <div className={styles.thread}>
      {inquire.entries.map((entry) => (
        <div key={entry._id} className={styles.said} data-author={entry.author}>
          <p className={styles.who}>
            <strong>{entry.author === 'staff' ? m.questions_desk() : m.questions_me()}</strong>
            <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
          </p>
          <div>
            <p className={styles.text}>{entry.text}</p>
            {entry.files.map(({ _id, name }) => (
              <button key={_id} type="button" className={styles.file} onClick={() => void downloadFile(_id)}>
                <Icon name="file" small /> {name}
              </button>
            ))}
          </div>
        </div>
      ))}
      <div role="alert">{errorText && <p className={styles.wrong}>{errorText}</p>}</div>
      {inquire.state !== 'closed' &&
        (isWriting || draft.text !== '' ? (
          <div className={styles.goOn}>
            <TextArea
              label={m.questions_more()}
              value={draft.text}
              max={maxTextLength}
              onChange={(text) => change({ text })}
            />
            <FileField files={draft.files} onChange={(files) => change({ files })} />
            <div className={styles.acts}>
              <Button
                look="plain"
                low
                onClick={() => {
                  forget()
                  setWriting(false)
                }}
              >
                {m.questions_cancel()}
              </Button>
              <Button low busy={isBusy} disabled={draft.text.trim() === ''} onClick={() => void sendEntry()}>
                {m.questions_send_more()}
              </Button>
            </div>
          </div>
        ) : (
          <div className={styles.settled}>
            {inquire.state === 'answered' && <span className={styles.small}>{m.questions_settled()}</span>}
            <Button
              look="outline"
              low
              busy={isBusy}
              onClick={() => void runAction(() => client.close({ params: { id } }))}
            >
              {inquire.state === 'answered' ? m.questions_settled_yes() : m.questions_withdraw()}
            </Button>
            <Button look="outline" low onClick={() => setWriting(true)}>
              {m.questions_ask_more()}
            </Button>
          </div>
        ))}
      {inquire.state === 'closed' && <p className={styles.note}>{m.questions_is_closed()}</p>}
    </div>
  )
}
