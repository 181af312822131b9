import { Button, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { Day } from '#people/consents/contract.ts'
import type { Member } from '../contract-members.ts'
import styles from './consents-on-day.module.css'
import { ConsentsOnDay } from './consents-on-day.tsx'
import { type MemberPartProps, Part, Rows, renderInstant } from './member-rows.tsx'
import { consentSourceLabel, getConsentMark, getConsentName } from './resource.tsx'

export const describeConsent = ({ given, required, current, version, asked }: Member['consents'][number]): string => {
  if (asked) return m.users_consent_asked()
  if (given && current && current !== version) return m.users_consent_renew({ version: current })
  if (given) return m.users_consent_given()
  return required && current ? m.users_consent_renew({ version: current }) : m.users_consent_not()
}

/** Consents with versions: current, or on the day in the address. */
export function Consents({ member }: MemberPartProps) {
  const [address, setAddress] = useSearchParams()
  const day = address.get('day') ?? ''
  const chooseDay = (chosen: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (chosen) next.set('day', chosen)
        else next.delete('day')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Part
      title={m.users_consents()}
      note={m.users_consents_note()}
      act={
        <span className={styles.chooser}>
          <TextInput
            type="date"
            label={m.users_consents_day()}
            min={formatSeoulDay(member.createdAt)}
            max={formatSeoulDay(new Date())}
            value={day}
            onChange={({ currentTarget }) => chooseDay(currentTarget.value)}
          />
          {day && (
            <Button variant="subtle" onClick={() => chooseDay('')}>
              {m.users_consents_today()}
            </Button>
          )}
        </span>
      }
    >
      {Day.safeParse(day).success ? (
        <ConsentsOnDay key={day} member={member} day={day} />
      ) : (
        <Rows
          heads={[m.users_consent_what(), m.users_version(), m.users_when(), m.users_how(), m.users_now()]}
          none={m.users_consents_none()}
          rows={member.consents.map((consent) => ({
            key: consent.subject,
            mark: getConsentMark(consent, consent.current),
            isWrong:
              consent.asked || (consent.given && consent.current !== null && consent.current !== consent.version),
            cells: [
              getConsentName(consent),
              consent.version ?? '–',
              consent.at ? renderInstant(consent.at) : '–',
              consentSourceLabel(consent.how),
              describeConsent(consent),
            ],
          }))}
        />
      )}
    </Part>
  )
}
