import { Button, Checkbox, Modal, Radio, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordKey } from '#console/kit/list/use-list.ts'
import { useReload } from '#console/kit/list/use-reload.ts'
import { shortInstant } from '#console/kit/parts/seoul-time.ts'
import { sayDone } from '#console/kit/parts/toast.tsx'
import { m } from '#messages/messages.js'
import type { ConsoleMatching } from '../contract.ts'
import { longestReason, type MatchingState, mostPicks } from '../rules.ts'
import styles from './behalf.module.css'
import { client, resource, wayWords } from './resource.tsx'
import { messageOf } from './use-board.ts'

type Deed = 'offer' | 'confirm' | 'decline' | 'withdraw'

const deedsOf: Partial<Record<MatchingState, readonly Deed[]>> = {
  requested: ['offer', 'decline', 'withdraw'],
  expired: ['offer', 'decline', 'withdraw'],
  offered: ['confirm', 'offer', 'decline', 'withdraw'],
}

/** What the operator does for one of the two companies, each with its reason, in a dialog. */
export function Behalf({ matching }: { matching: ConsoleMatching }) {
  const deeds = deedsOf[matching.state] ?? []
  const [deed, setDeed] = useState<Deed | null>(null)
  // What was asked stays in the dialog while it closes.
  const [shown, setShown] = useState<Deed>('decline')
  if (deeds.length === 0 && !deed) return null
  const words: Record<Deed, string> = {
    offer: matching.state === 'offered' ? m.behalf_offer_again() : m.behalf_offer(),
    confirm: m.behalf_confirm(),
    decline: m.behalf_decline(),
    withdraw: m.behalf_withdraw(),
  }
  return (
    <section aria-labelledby="behalf">
      <h2 id="behalf" className={styles.head}>
        {m.behalf_title()}
      </h2>
      <p className={styles.help}>{m.behalf_help()}</p>
      <div className={styles.deeds}>
        {deeds.map((one) => (
          <Button
            key={one}
            onClick={() => {
              setShown(one)
              setDeed(one)
            }}
          >
            {words[one]}
          </Button>
        ))}
      </div>
      <Modal
        opened={deed !== null}
        onClose={() => setDeed(null)}
        title={words[shown]}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <DeedForm matching={matching} deed={shown} word={words[shown]} close={() => setDeed(null)} />
      </Modal>
    </section>
  )
}

interface DeedFormProps {
  matching: ConsoleMatching
  deed: Deed
  word: string
  close(): void
}

function DeedForm({ matching, deed, word, close }: DeedFormProps) {
  const reload = useReload(resource.path)
  const [picked, setPicked] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<{ reason?: string; times?: string; all?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const params = { id: matching._id }

  const act = async () => {
    const [slot] = picked
    const needsTime = deed === 'offer' || deed === 'confirm'
    const missing = {
      ...(needsTime && !slot && { times: deed === 'offer' ? m.behalf_slots_pick() : m.behalf_time_pick() }),
      ...(!reason.trim() && { reason: m.matchings_reason_needed() }),
    }
    setWrong(missing)
    if (missing.times || missing.reason) return
    const body = { reason, updatedAt: matching.updatedAt }
    setBusy(true)
    try {
      if (deed === 'offer') await client.offerFor({ params, body: { ...body, slots: [...picked] } })
      else if (deed === 'confirm') await client.confirmFor({ params, body: { ...body, slot: slot ?? '' } })
      else if (deed === 'decline') await client.declineFor({ params, body })
      else await client.withdrawFor({ params, body })
      sayDone(m.behalf_said())
      close()
    } catch (refused) {
      setWrong({ all: messageOf(refused) })
    } finally {
      setBusy(false)
      await reload()
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void act()
      }}
    >
      <Text size="sm">{m.behalf_help()}</Text>
      {deed === 'offer' && <Slots matching={matching} picked={picked} wrong={wrong.times} onPick={setPicked} />}
      {deed === 'confirm' && (
        <Radio.Group
          label={m.behalf_time()}
          error={wrong.times}
          value={picked[0] ?? ''}
          onChange={(slot) => setPicked([slot])}
        >
          <div className={styles.slots}>
            {matching.picks.map(({ slot, startAt, way }) => (
              <Radio key={slot} value={slot} label={`${shortInstant(startAt)} · ${wayWords[way]()}`} />
            ))}
          </div>
        </Radio.Group>
      )}
      <Textarea
        label={m.behalf_reason()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestReason}
        value={reason}
        error={wrong.reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {wrong.all && (
        <Text size="sm" c="red" role="alert">
          {wrong.all}
        </Text>
      )}
      <div className={styles.acts}>
        <Button onClick={close}>{m.form_go_back()}</Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          {word}
        </Button>
      </div>
    </form>
  )
}

interface SlotsProps {
  matching: ConsoleMatching
  picked: readonly string[]
  wrong: string | undefined
  onPick(picked: readonly string[]): void
}

/** The times that can be offered: those that the buyer gave and both companies have free. */
function Slots({ matching, picked, wrong, onPick }: SlotsProps) {
  const { data, error } = useQuery({
    // With the matching: whatever changes it may take a time away.
    queryKey: [...recordKey(resource.path, matching._id), 'slots', matching.updatedAt],
    queryFn: ({ signal }) => client.slotsFor({ params: { id: matching._id } }, { signal }).then(({ slots }) => slots),
  })
  const free = data?.filter(({ refusal }) => refusal === null) ?? []
  if (error)
    return (
      <Text size="sm" c="red" role="alert">
        {error.message}
      </Text>
    )
  if (data && free.length === 0) return <Text size="sm">{m.behalf_slots_none()}</Text>
  return (
    <Checkbox.Group label={m.behalf_slots()} error={wrong} value={[...picked]} onChange={onPick}>
      <div className={styles.slots}>
        {free.map(({ _id, startAt, way, waiting }) => (
          <Checkbox
            key={_id}
            value={_id}
            // A fourth is refused by the server too.
            disabled={picked.length >= mostPicks && !picked.includes(_id)}
            label={[
              shortInstant(startAt),
              way && wayWords[way](),
              waiting > 0 && m.behalf_slots_waiting({ count: waiting }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
