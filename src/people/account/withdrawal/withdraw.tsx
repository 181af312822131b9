import { type SyntheticEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { type Reason, reasons } from '#people/withdrawals/rules.ts'
import { formatWait } from '#session/retry-wait.ts'
import { clientOf, endLocalSession } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { formatLongDay } from '#ui/format/format-day.ts'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { useFormErrors } from '../forms/use-form-errors.ts'
import { useLoaded } from '../forms/use-loaded.ts'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import styles from '../me/me.module.css'

const client = clientOf(withdrawals)
const load = async () => (await client.outlook()).withdrawal

const reasonNames: Record<Reason, () => string> = {
  unsaid: m.withdraw_unsaid,
  unused: m.withdraw_unused,
  hard: m.withdraw_hard,
  privacy: m.withdraw_privacy,
  mail: m.withdraw_mail,
  other: m.withdraw_other,
}

const basisNames = {
  contract: { name: m.withdraw_contract, law: m.withdraw_contract_law, part: 1 },
  complaint: { name: m.withdraw_complaint, law: m.withdraw_complaint_law, part: 0.6 },
  login: { name: m.withdraw_login, law: m.withdraw_login_law, part: 0.05 },
} as const

/**
 * Withdrawal page: what blocks it, what is deleted immediately, what the law retains and until when. Irreversible; the
 * data download is offered first.
 */
export default function Withdraw() {
  const { value, error, reload } = useLoaded(load)
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const navigate = useNavigate()
  const [reason, setReason] = useState<Reason>('unsaid')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const blocked = (value?.blocks.length ?? 0) > 0

  const downloadArchive = async () => {
    try {
      const { url } = await client.archive()
      window.location.assign(url)
    } catch (refused) {
      refuse(refused)
    }
  }

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (blocked) return
    if (!password) return showErrors({ password: m.login_password_required() })
    setBusy(true)
    try {
      await client.withdraw({ body: { password, reason } })
      await endLocalSession()
      window.location.replace(currentLocalePath('/goodbye'))
    } catch (refused) {
      setBusy(false)
      if (refused instanceof CallRefused && refused.status === 429)
        showErrors({ password: m.password_wait({ time: formatWait(refused.retryAfter ?? 30) }) })
      else {
        if (refused instanceof CallRefused && refused.status === 409) reload()
        refuse(refused)
      }
    }
  }

  return (
    <>
      <h1 className={parts.title}>{m.withdraw_title()}</h1>
      <p className={parts.lead}>{m.withdraw_lead()}</p>
      {error && <Notice wrong>{error}</Notice>}
      {value && blocked && (
        <section className={styles.blocks}>
          <h2 className={parts.section}>{m.withdraw_blocks()}</h2>
          <ul className={parts.rows}>
            {value.blocks.map(({ title, to }) => (
              <li key={title} className={parts.row}>
                {title}
                {to && (
                  <Link className={parts.link} to={currentLocalePath(to)}>
                    {m.withdraw_go()}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.two}>
        <section className={`${parts.part} ${styles.column}`}>
          <h2 className={parts.section}>{m.withdraw_gone()}</h2>
          <ul className={parts.rows}>
            {[m.withdraw_gone_1(), m.withdraw_gone_2(), m.withdraw_gone_3(), m.withdraw_gone_4()].map((text) => (
              <li key={text} className={parts.row}>
                {text}
              </li>
            ))}
          </ul>
        </section>
        <section className={`${parts.part} ${styles.column}`}>
          <h2 className={parts.section}>{m.withdraw_held()}</h2>
          <ul className={parts.rows}>
            {(value?.held ?? []).map(({ basis, records, until }) => (
              <li key={basis} className={parts.row}>
                <span className={parts.rowText}>
                  <span className={parts.name}>{basisNames[basis].name({ count: records })}</span>
                  <br />
                  <span className={parts.meta}>
                    {basisNames[basis].law()} · {m.withdraw_until({ day: formatLongDay(until) })}
                  </span>
                  <span className={styles.bar} aria-hidden="true">
                    <span style={{ width: `${basisNames[basis].part * 100}%` }} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <p className={parts.meta}>
            {value && value.held.length === 0 ? m.withdraw_held_none() : m.withdraw_held_note()}
          </p>
        </section>
      </div>
      <section className={parts.part}>
        <p>{m.withdraw_archive_text()}</p>
        <Button look="outline" onClick={() => void downloadArchive()}>
          {m.withdraw_archive()}
        </Button>
      </section>
      <section className={parts.part}>
        <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
          <div role="alert">{fieldErrors.form && <Notice wrong>{fieldErrors.form}</Notice>}</div>
          <label>
            <span className={parts.label}>{m.withdraw_reason()}</span>
            <select
              className={parts.select}
              name="reason"
              value={reason}
              onChange={(event) => setReason(event.target.value as Reason)}
            >
              {reasons.map((entry) => (
                <option key={entry} value={entry}>
                  {reasonNames[entry]()}
                </option>
              ))}
            </select>
          </label>
          <TextField
            label={m.login_password()}
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={256}
            value={password}
            error={fieldErrors.password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <p>{m.withdraw_final()}</p>
          <div className={parts.acts}>
            <Button type="submit" look="outline" busy={busy} disabled={blocked || !value}>
              {blocked ? m.withdraw_first({ count: value?.blocks.length ?? 0 }) : m.withdraw_submit()}
            </Button>
            <Button onClick={() => void navigate(currentLocalePath('/me'))}>{m.withdraw_stay()}</Button>
          </div>
        </form>
      </section>
    </>
  )
}
