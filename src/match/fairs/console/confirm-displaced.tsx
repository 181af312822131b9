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
import { changedSetup } from './fair-setup.ts'

const client = clientOf({ falls: fairChanges.falls, update: fairs.update })

interface Agreed {
  /** True if the companies of the displaced meetings are notified. */
  tell: boolean
}

interface QuestionProps {
  falls: DisplacedPreview
  /** True if the list has changed since the user was last asked. */
  isOther: boolean
  answer: (agreed: Agreed | null) => void
}

function Question({ falls, isOther, answer }: QuestionProps) {
  const [tell, setTell] = useState(true)
  return (
    <div className={styles.question}>
      {isOther && (
        <p role="alert" data-wrong>
          {m.fairs_falls_other()}
        </p>
      )}
      <p data-wrong={falls.total > 0 || undefined}>{m.fairs_falls_count({ meetings: falls.total })}</p>
      <div className={styles.named}>
        <DisplacedList falls={falls} />
      </div>
      {falls.total > 0 && (
        <Checkbox
          checked={tell}
          onChange={(event) => setTell(event.currentTarget.checked)}
          label={m.fairs_falls_tell()}
          description={m.fairs_falls_tell_help()}
        />
      )}
      <div className={styles.acts}>
        <Button data-autofocus onClick={() => answer(null)}>
          {m.form_go_back()}
        </Button>
        <Button variant="filled" onClick={() => answer({ tell })}>
          {falls.total > 0 ? m.fairs_falls_save({ count: falls.total }) : m.fairs_falls_save_none()}
        </Button>
      </div>
    </div>
  )
}

const askFalls = (falls: DisplacedPreview, isOther: boolean): Promise<Agreed | null> =>
  new Promise((resolve) => {
    const modalId = 'fair-falls'
    const answer = (agreed: Agreed | null) => {
      resolve(agreed)
      modals.close(modalId)
    }
    modals.open({
      modalId,
      title: m.fairs_falls_title(),
      size: 560,
      children: <Question falls={falls} isOther={isOther} answer={answer} />,
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
    const laid = changedSetup(change)
    if (Object.keys(laid).length === 0) return resource.update(id, change, updatedAt, options)
    for (let isOther = false; ; isOther = true) {
      const falls = await client.falls({ params: { id }, body: laid }, options)
      const isNone = falls.total === 0 && falls.offers === 0 && falls.times === 0
      const agreed = isNone ? { tell: false } : await askFalls(falls, isOther)
      if (!agreed) throw new Error(m.fairs_falls_not_saved())
      try {
        const seen = falls.mark === null ? {} : { falls: falls.mark, ...agreed }
        const { fair } = await client.update({ params: { id }, body: { ...change, ...seen, updatedAt } }, options)
        return fair
      } catch (error) {
        if (!(error instanceof CallRefused && error.refusal.fields?.falls)) throw error
      }
    }
  },
}
