import { UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { readStored, useAccountKey, writeStored } from '#console/kit/parts/values/account-storage.ts'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import type { FormRequest } from '../../contract.ts'
import { holdSeconds } from '../rules.ts'
import styles from './recall-bar.module.css'
import { replyClient } from './reply-client.ts'
import { getDraftKey, getGreeting, mergeRecalledLetter, ReplyDraft } from './reply-draft.ts'

/** Reply that is held back before it is sent. */
export interface HeldReply {
  request: string
  entry: string
  name: string
  until: string | null
}

interface WaitingReply extends HeldReply {
  /** In epoch ms of the local clock, which may differ from the server's. */
  deadline: number
}

/** Tracks the replies that can still be recalled: those sent from this inbox, and one found waiting in the thread. */
export const useHeldReplies = (request: FormRequest | undefined) => {
  const [waiting, setWaiting] = useState<readonly WaitingReply[]>([])
  const add = useCallback((reply: HeldReply) => {
    const now = Date.now()
    const latestRecall = now + holdSeconds * 1000
    const deadline = Math.min(
      latestRecall,
      reply.until === null ? latestRecall : Math.max(Date.parse(reply.until), now),
    )
    setWaiting((before) =>
      before.some(({ entry }) => entry === reply.entry) ? before : [...before, { ...reply, deadline }],
    )
  }, [])
  const drop = useCallback((entry: string) => setWaiting((before) => before.filter((one) => one.entry !== entry)), [])
  useEffect(() => {
    const found = request?.thread.findLast(({ kind, mail }) => kind === 'answer' && mail === 'waiting')
    if (!request || !found?.until || Date.parse(found.until) <= Date.now()) return
    add({ request: request._id, entry: found._id, name: request.name, until: found.until })
  }, [request, add])
  return { waiting, add, drop }
}

interface TakeBackBarProps {
  letters: ReturnType<typeof useHeldReplies>
  onBack: (request: FormRequest) => void
}

/** Offers for ten seconds to recall a reply. The bar stays while another request is opened. */
export function RecallBar({ letters, onBack }: TakeBackBarProps) {
  return (
    <div className={styles.bars} role="status">
      {letters.waiting.map((letter) => (
        <TakeBack key={letter.entry} letter={letter} drop={() => letters.drop(letter.entry)} onBack={onBack} />
      ))}
    </div>
  )
}

function TakeBack({
  letter,
  drop,
  onBack,
}: {
  letter: WaitingReply
  drop: () => void
  onBack: TakeBackBarProps['onBack']
}) {
  const [secondsLeft, setSecondsLeft] = useState(holdSeconds)
  const account = useAccountKey()
  const [key] = useState(newKey)
  useEffect(() => {
    const updateCountdown = () => {
      const seconds = Math.ceil((letter.deadline - Date.now()) / 1000)
      setSecondsLeft(Math.max(0, seconds))
      if (seconds <= 0) drop()
    }
    updateCountdown()
    const timer = setInterval(updateCountdown, 250)
    return () => clearInterval(timer)
  }, [letter.deadline, drop])
  const back = useMutation({
    mutationFn: () =>
      replyClient.takeBack(
        { params: { id: letter.request, entry: letter.entry } },
        { headers: { 'idempotency-key': key } },
      ),
    onSuccess: ({ form, letter: recalled }) => {
      // Merge the recalled text with a draft written meanwhile.
      const name = getDraftKey(form._id)
      writeStored(
        account,
        name,
        mergeRecalledLetter(recalled, readStored(account, name, ReplyDraft), getGreeting(form)),
      )
      onBack(form)
      showSuccess(m.forms_said_taken_back())
    },
    onError: showError,
    onSettled: drop,
  })
  return (
    <div className={styles.bar}>
      <Icon name="mail" />
      <span>{m.forms_back_waiting({ name: letter.name })}</span>
      <span className={styles.left} aria-hidden="true">
        {m.list_seconds({ seconds: secondsLeft })}
      </span>
      <UnstyledButton className={styles.act} disabled={back.isPending} onClick={() => back.mutate()}>
        {m.forms_back_act()}
      </UnstyledButton>
      <span
        className={styles.rest}
        style={{ inlineSize: `${(secondsLeft / holdSeconds) * 100}%` }}
        aria-hidden="true"
      />
    </div>
  )
}
