import { useEffect, useRef, useState } from 'react'
import { acceptOf } from '#kit/files/file-types.ts'
import { languageTag } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { refusalMessage } from '#session/error-message.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import type { MeetingFile, MeetingMessage } from '../contract.ts'
import type { FileUploads } from '../files/public/use-file-uploads.ts'
import { maxChatLength, maxMeetingFileBytes, meetingFileTypes } from '../rules.ts'
import room from './meeting-room.module.css'
import styles from './room-chat.module.css'

const clock = (instant: string) =>
  new Intl.DateTimeFormat(languageTag[getLocale()], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  )

interface RoomChatProps {
  messages: readonly MeetingMessage[]
  /** Unsent text, held by the caller so that it survives a change of tab. */
  draft: string
  write: (draft: string) => void
  send: (text: string) => void
  /** Undefined for guests, who cannot send files. */
  files: FileUploads | undefined
  /** Returns a short-lived download URL of a file. */
  getFileUrl: (file: string) => Promise<string>
}

/** Chat messages and files of the room. */
export function RoomChat({ messages, draft, write, send, files, getFileUrl }: RoomChatProps) {
  const [fault, setFault] = useState<string>()
  const end = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a message arrives
  useEffect(() => {
    // `scrollIntoView` returns a promise in newer browsers; an effect must not return it.
    void end.current?.scrollIntoView({ block: 'nearest' })
  }, [messages.length])
  const download = ({ _id }: MeetingFile) => {
    setFault(undefined)
    getFileUrl(_id).then(downloadFile, (error) => setFault(refusalMessage(error)))
  }
  return (
    <>
      <ol className={room.chat} aria-live="polite">
        {messages.length === 0 && <li className={room.hint}>{m.meetings_chat_none()}</li>}
        {messages.map(({ number, from, said, createdAt }, index) => (
          <li key={number} ref={index === messages.length - 1 ? end : undefined}>
            <span className={room.hint}>
              {from.name} {clock(createdAt)}
            </span>
            {said.kind === 'chat' && <p>{said.text}</p>}
            {said.kind === 'file' && (
              <button type="button" className={styles.file} onClick={() => download(said.file)}>
                <Icon name="file" small />
                <span className={styles.name}>{said.file.name}</span>{' '}
                <span className={styles.size}>{formatFileSize(said.file.bytes)}</span>{' '}
                <VisuallyHidden>{m.meetings_file_fetch()}</VisuallyHidden>
              </button>
            )}
          </li>
        ))}
      </ol>
      <div role="alert">{fault && <p className={room.error}>{fault}</p>}</div>
      {files && <PendingUploads files={files} />}
      <form
        className={room.write}
        onSubmit={(event) => {
          event.preventDefault()
          if (!draft.trim()) return
          send(draft)
          write('')
        }}
      >
        {files && <AttachButton files={files} />}
        <input
          aria-label={m.meetings_chat_write()}
          placeholder={m.meetings_chat_write()}
          maxLength={maxChatLength}
          value={draft}
          onChange={(event) => write(event.target.value)}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files]
            if (!files || pasted.length === 0) return
            event.preventDefault()
            files.add(pasted)
          }}
        />
        <button type="submit" className={room.send}>
          {m.meetings_chat_send()}
        </button>
      </form>
      {files && <p className={room.hint}>{m.meetings_file_hint({ size: maxMeetingFileBytes / 1024 ** 2 })}</p>}
    </>
  )
}

function AttachButton({ files }: { files: FileUploads }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={acceptOf(meetingFileTypes)}
        name="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          files.add([...(currentTarget.files ?? [])])
          // Reset, so that choosing the same file again fires `change`.
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        className={styles.attach}
        aria-label={m.meetings_file_attach()}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" small />
      </button>
    </>
  )
}

/** Files that are being uploaded or were rejected. */
function PendingUploads({ files: { uploads, again, remove } }: { files: FileUploads }) {
  return (
    <ul className={styles.uploads}>
      {uploads.map(({ key, file: { name }, progress, refused, isLost }) => (
        <li key={key}>
          {refused ? (
            <p role="alert" className={styles.refused}>
              {m.meetings_file_failed({ name, reason: refused })}
            </p>
          ) : (
            <label className={styles.going}>
              {m.meetings_file_sending({ name })}
              <progress value={progress} />
            </label>
          )}
          {isLost && refused && (
            <button
              type="button"
              className={styles.act}
              aria-label={m.meetings_file_again_of({ name })}
              onClick={() => again(key)}
            >
              {m.meetings_file_again()}
            </button>
          )}
          <button
            type="button"
            className={styles.act}
            aria-label={m.meetings_file_away_of({ name })}
            onClick={() => remove(key)}
          >
            {m.meetings_file_away()}
          </button>
        </li>
      ))}
    </ul>
  )
}
