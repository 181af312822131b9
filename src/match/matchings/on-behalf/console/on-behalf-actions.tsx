import { Button, Checkbox, Modal, Radio, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { client, resource } from '../../console/resource.tsx'
import type { ConsoleMatching } from '../../contract.ts'
import { type MatchingState, maxPicks } from '../../rules.ts'
import { wayLabels } from '../../rules-labels.ts'
import styles from './on-behalf.module.css'
import { OnBehalfForm } from './on-behalf-form.tsx'

type BehalfAction = 'offer' | 'confirm' | 'decline' | 'withdraw'

const actionsOf: Partial<Record<MatchingState, readonly BehalfAction[]>> = {
  requested: ['offer', 'decline', 'withdraw'],
  expired: ['offer', 'decline', 'withdraw'],
  offered: ['confirm', 'offer', 'decline', 'withdraw'],
}

/**
 * Buttons for the operator's acts on behalf of one of the two companies; each opens a dialog that asks for a reason.
 */
export function OnBehalfActions({ matching }: { matching: ConsoleMatching }) {
  const actions = actionsOf[matching.state] ?? []
  const [action, setAction] = useState<BehalfAction | null>(null)
  // Keep the last form in the dialog while it closes.
  const [shown, setShown] = useState<BehalfAction>('decline')
  if (actions.length === 0 && !action) return null
  const labels: Record<BehalfAction, string> = {
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
      <div className={styles.actions}>
        {actions.map((one) => (
          <Button
            key={one}
            onClick={() => {
              setShown(one)
              setAction(one)
            }}
          >
            {labels[one]}
          </Button>
        ))}
      </div>
      <Modal
        opened={action !== null}
        onClose={() => setAction(null)}
        title={labels[shown]}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <ActionForm matching={matching} action={shown} label={labels[shown]} close={() => setAction(null)} />
      </Modal>
    </section>
  )
}

interface ActionFormProps {
  matching: ConsoleMatching
  action: BehalfAction
  label: string
  close(): void
}

function ActionForm({ matching, action, label, close }: ActionFormProps) {
  const reload = useReload(resource.path)
  const [picked, setPicked] = useState<readonly string[]>([])
  const [missing, setMissing] = useState('')
  const params = { id: matching._id }
  const { data, error } = useQuery({
    // Keyed by the version of the matching: any change of it may take a time away.
    queryKey: [...recordKey(resource.path, matching._id), 'slots', matching.updatedAt],
    queryFn: ({ signal }) => client.slotsFor({ params }, { signal }).then(({ slots }) => slots),
    enabled: action === 'offer',
  })
  const free = data?.filter(({ refusal }) => refusal === null)
  const times = new Set(action === 'offer' ? free?.map(({ _id }) => _id) : matching.picks.map(({ slot }) => slot))
  // Drop picked times that are no longer available.
  const chosen = picked.filter((slot) => times.has(slot))

  const pick = (slots: readonly string[]) => {
    setPicked(slots)
    setMissing('')
  }
  const check = () => {
    const needsTime = (action === 'offer' || action === 'confirm') && chosen.length === 0
    setMissing(needsTime ? (action === 'offer' ? m.behalf_slots_pick() : m.behalf_time_pick()) : '')
    return !needsTime
  }
  const act = (reason: string): Promise<unknown> => {
    const body = { reason, updatedAt: matching.updatedAt }
    const [slot = ''] = chosen
    if (action === 'offer') return client.offerFor({ params, body: { ...body, slots: chosen } })
    if (action === 'confirm') return client.confirmFor({ params, body: { ...body, slot } })
    return action === 'decline' ? client.declineFor({ params, body }) : client.withdrawFor({ params, body })
  }
  return (
    <OnBehalfForm label={label} check={check} act={act} reread={reload} close={close}>
      {action === 'offer' && error && (
        <Text size="sm" c="var(--c-error)" role="alert">
          {errorMessage(error)}
        </Text>
      )}
      {action === 'offer' && !error && free?.length === 0 && <Text size="sm">{m.behalf_slots_none()}</Text>}
      {action === 'offer' && !error && free?.length !== 0 && (
        <Checkbox.Group label={m.behalf_slots()} error={missing} value={chosen} onChange={pick}>
          <div className={styles.slots}>
            {free?.map(({ _id, startAt, way, waiting }) => (
              <Checkbox
                key={_id}
                value={_id}
                // The server refuses a fourth time too.
                disabled={chosen.length >= maxPicks && !chosen.includes(_id)}
                label={[
                  shortInstant(startAt),
                  way && wayLabels[way](),
                  waiting > 0 && m.behalf_slots_waiting({ count: waiting }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {action === 'confirm' && (
        <Radio.Group label={m.behalf_time()} error={missing} value={chosen[0] ?? ''} onChange={(slot) => pick([slot])}>
          <div className={styles.slots}>
            {matching.picks.map(({ slot, startAt, way }) => (
              <Radio key={slot} value={slot} label={`${shortInstant(startAt)} · ${wayLabels[way]()}`} />
            ))}
          </div>
        </Radio.Group>
      )}
    </OnBehalfForm>
  )
}
