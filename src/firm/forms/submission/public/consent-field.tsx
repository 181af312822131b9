import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { formatLongDay } from '#ui/format/format-day.ts'
import { useUnitRule } from '#ui/text/non-breaking-units.ts'
import type { PublicKind } from '../contract.ts'
import { FieldError, getFieldId } from './answer-field.tsx'
import styles from './request-form.module.css'

interface ConsentProps {
  kind: PublicKind
  /** URL of the privacy terms. */
  terms: string
  error: string | undefined
}

/** Consent to the privacy terms, with their version and the retention period. */
export function ConsentField({ kind: { privacyVersion, keptDays }, terms, error }: ConsentProps) {
  const bindUnits = useUnitRule()
  const date = formatLongDay(`${privacyVersion}T00:00:00Z`)
  return (
    <div className={styles.consent}>
      <label className={styles.agree}>
        <input
          type="checkbox"
          id={getFieldId('consent')}
          name="consent"
          value={privacyVersion}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'note-consent' : 'consent-facts'}
        />
        <span>{m.consult_consent()}</span>
      </label>
      <Link className={styles.terms} to={terms} target="_blank" rel="noopener">
        {m.consult_consent_read()}
      </Link>
      <p id="consent-facts" className={styles.facts}>
        {bindUnits(
          keptDays === 365 ? m.consult_consent_year({ date }) : m.consult_consent_facts({ date, days: keptDays }),
        )}
      </p>
      <FieldError name="consent" error={error} />
    </div>
  )
}
