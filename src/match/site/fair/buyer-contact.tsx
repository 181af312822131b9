import { useEffect, useState } from 'react'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { FactList } from '../parts/page/fact-list.tsx'
import styles from './buyer-contact.module.css'
import type { BuyerContactData } from './read-buyer-contact.ts'

/** Contact data of a buyer for a seller that has a matching with it; a locked notice for everyone else. */
export function BuyerContact({ fair, buyer }: { fair: string; buyer: string }) {
  const member = useLoggedIn()
  const [contact, setContact] = useState<BuyerContactData | null>(null)
  useEffect(() => {
    if (!member) return
    let isOpen = true
    import('./read-buyer-contact.ts')
      .then(({ readBuyerContact }) => readBuyerContact(fair, buyer))
      .then((found) => {
        if (isOpen) setContact(found)
      })
      // Keep it locked if loading fails.
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [member, fair, buyer])
  if (contact)
    return (
      <FactList
        facts={[
          { name: m.match_contact_name(), value: contact.name },
          { name: m.match_contact_phone(), value: contact.phone },
          { name: m.match_contact_email(), value: contact.email },
        ]}
      />
    )
  return (
    <div className={styles.locked}>
      <Icon name="lock" />
      <div>
        <p className={styles.title}>{m.match_contact_locked()}</p>
        <p className={styles.text}>{m.match_contact_locked_text()}</p>
      </div>
    </div>
  )
}
