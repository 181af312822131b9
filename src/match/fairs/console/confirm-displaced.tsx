import { Button, Checkbox } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { type DisplacedPreview, fairChanges } from '#match/matchings/fair-changes/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { fairs } from '../contract.ts'
import { confirmNotification } from './confirm-notification.ts'
import { DisplacedList } from './displaced-list.tsx'
import styles from './displaced-section.module.css'
import { resource } from './fair-resource.tsx'
import { pickChangedSetup } from './fair-setup.ts'

const client = clientOf({ falls: fairChanges.falls, update: fairs.update })

interface Confirmation {
  /** True if the companies of the displaced meetings are notified. */
  tell: boolean
}

interface ConfirmDialogProps {
  displaced: DisplacedPreview
  /** True if the list has changed since the user was last asked. */
  isChanged: boolean
  answer: (confirmation: Confirmation | null) => void
}

function ConfirmDialog({ displaced, isChanged, answer }: ConfirmDialogProps) {
  const [isNotified, setNotified] = useState(true)
  return (
    <div className={styles.dialog}>
      {isChanged && (
        <p role="alert" data-wrong>
          {m.fairs_falls_other()}
        </p>
      )}
      <p data-wrong={displaced.total > 0 || undefined}>{m.fairs_falls_count({ meetings: displaced.total })}</p>
      <div className={styles.list}>
        <DisplacedList displaced={displaced} />
      </div>
      {displaced.total > 0 && (
        <Checkbox
          checked={isNotified}
          onChange={(event) => setNotified(event.currentTarget.checked)}
          label={m.fairs_falls_tell()}
          description={m.fairs_falls_tell_help()}
        />
      )}
      <div className={styles.buttons}>
        <Button data-autofocus onClick={() => answer(null)}>
          {m.form_go_back()}
        </Button>
        <Button variant="filled" onClick={() => answer({ tell: isNotified })}>
          {displaced.total > 0 ? m.fairs_falls_save({ count: displaced.total }) : m.fairs_falls_save_none()}
        </Button>
      </div>
    </div>
  )
}

const confirmDisplaced = (displaced: DisplacedPreview, isChanged: boolean): Promise<Confirmation | null> =>
  new Promise((resolve) => {
    const modalId = 'fair-falls'
    const answer = (confirmation: Confirmation | null) => {
      resolve(confirmation)
      modals.close(modalId)
    }
    modals.open({
      modalId,
      title: m.fairs_falls_title(),
      size: 560,
      children: <ConfirmDialog displaced={displaced} isChanged={isChanged} answer={answer} />,
      closeButtonProps: { 'aria-label': m.form_close() },
      onClose: () => resolve(null),
    })
  })

/**
 * Resource of the fair form with two confirmations before saving: the number of participants notified of the change,
 * and the meetings, offers and free times displaced by a changed setup. The server accepts only the displaced list that
 * the user saw (optimistic lock); if it has changed, the user is asked again.
 */
export const confirmingResource: typeof resource = {
  ...resource,
  async update(id, change, updatedAt, options) {
    if (!(await confirmNotification(id, change, options))) throw new Error(m.fairs_falls_not_saved())
    const setup = pickChangedSetup(change)
    if (Object.keys(setup).length === 0) return resource.update(id, change, updatedAt, options)
    for (let isChanged = false; ; isChanged = true) {
      const displaced = await client.falls({ params: { id }, body: setup }, options)
      const isNone = displaced.total === 0 && displaced.offers === 0 && displaced.times === 0
      const confirmation = isNone ? { tell: false } : await confirmDisplaced(displaced, isChanged)
      if (!confirmation) throw new Error(m.fairs_falls_not_saved())
      try {
        const confirmed = displaced.mark === null ? {} : { falls: displaced.mark, ...confirmation }
        const { fair } = await client.update({ params: { id }, body: { ...change, ...confirmed, updatedAt } }, options)
        return fair
      } catch (error) {
        if (!(error instanceof CallRefused && error.refusal.fields?.falls)) throw error
      }
    }
  },
}
