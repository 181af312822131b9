import { useEffect, useRef, useState } from 'react'
import { languageTag } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { MeetingMessage } from '../contract.ts'
import { longestChat } from '../rules.ts'
import styles from './room.module.css'

const clock = (instant: string) =>
  new Intl.DateTimeFormat(languageTag[getLocale()], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  )

/** What was written to each other. */
export function Chat({ messages, send }: { messages: readonly MeetingMessage[]; send: (text: string) => void }) {
  const [text, setText] = useState('')
  const end = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new comes into view
  useEffect(() => {
    // Newer browsers answer a promise, which is nothing that an effect may give back.
    void end.current?.scrollIntoView({ block: 'nearest' })
  }, [messages.length])
  return (
    <>
      <ol className={styles.chat} aria-live="polite">
        {messages.length === 0 && <li className={styles.hint}>{m.meetings_chat_none()}</li>}
        {messages.map(({ number, from, said, createdAt }, index) => (
          <li key={number} ref={index === messages.length - 1 ? end : undefined}>
            <span className={styles.hint}>
              {from.name} {clock(createdAt)}
            </span>
            <p>{said.kind === 'chat' && said.text}</p>
          </li>
        ))}
      </ol>
      <form
        className={styles.write}
        onSubmit={(event) => {
          event.preventDefault()
          if (!text.trim()) return
          send(text)
          setText('')
        }}
      >
        <input
          aria-label={m.meetings_chat_write()}
          placeholder={m.meetings_chat_write()}
          maxLength={longestChat}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className={styles.send}>
          {m.meetings_chat_send()}
        </button>
      </form>
    </>
  )
}
