import { Link } from 'react-router'
import { fullInstant, listInstant } from '#console/kit/parts/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { Entry, FormRequest } from '../contract.ts'
import styles from './request.module.css'
import type { useNames } from './resource.tsx'

export type Names = ReturnType<typeof useNames>

const happened: Record<string, (entry: Entry) => string> = {
  received: () => m.forms_happened_received(),
  assigned: () => m.forms_happened_assigned(),
  answered: () => m.forms_happened_answered(),
  closed: () => m.forms_happened_closed(),
  taken: ({ text }) => m.forms_happened_taken({ text }),
  office: ({ text }) => m.forms_happened_office({ text: text || '–' }),
  opened: () => m.forms_happened_opened(),
  file: ({ text }) => m.forms_happened_file({ text }),
}

/** An event in words. */
export const eventText = (entry: Entry): string => happened[entry.what]?.(entry) ?? entry.what

/** Who sent it, what it is about, what was agreed to, what happened. */
export function Facts({ request, names }: { request: FormRequest; names: Names }) {
  const languages = { ko: '한국어', en: 'English', cn: '中文' }
  const special = new Set(['name', 'phone', 'email', 'message', 'practice', 'office', 'lawyer'])
  const matter = [
    [m.forms_column_practice(), names.practiceName(request.practice)],
    [m.forms_column_office(), names.officeName(request.office)],
    [m.forms_lawyer(), request.lawyer ?? ''],
    ...request.answers.filter(({ name }) => !special.has(name)).map(({ label, value }) => [label, value]),
  ].filter(([, value]) => value)
  return (
    <div className={styles.facts}>
      {request.others.length > 0 && (
        <section className={styles.others}>
          <h2>{m.forms_others({ count: request.others.length })}</h2>
          <ul>
            {request.others.map(({ _id, number, createdAt }) => (
              <li key={_id}>
                <Link to={`/console/forms/${_id}`}>{number}</Link> <span>{listInstant(createdAt)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{m.forms_sender()}</h2>
        <dl>
          <dt>{m.forms_column_from()}</dt>
          <dd>{request.name}</dd>
          <dt>{m.forms_phone()}</dt>
          <dd>
            <a href={`tel:${request.phone.replaceAll('-', '')}`}>{request.phone}</a>
          </dd>
          <dt>{m.forms_email()}</dt>
          <dd>{request.email ?? '–'}</dd>
          <dt>{m.forms_language()}</dt>
          <dd>{languages[request.locale]}</dd>
        </dl>
      </section>
      <section>
        <h2>{m.forms_matter()}</h2>
        <dl>
          {matter.map(([label, value]) => (
            <div key={label} className={styles.pair}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>{m.forms_consent()}</h2>
        <dl>
          <dt>{m.forms_consent_version()}</dt>
          <dd>{request.consentVersion}</dd>
          <dt>{m.forms_consent_at()}</dt>
          <dd>{fullInstant(request.consentedAt)}</dd>
        </dl>
      </section>
      <section>
        <h2>{m.forms_past()}</h2>
        <ol className={styles.past}>
          {request.thread
            .filter(({ kind }) => kind === 'event')
            .toReversed()
            .map((entry) => (
              <li key={entry._id}>
                <time dateTime={entry.createdAt} title={fullInstant(entry.createdAt)}>
                  {listInstant(entry.createdAt)}
                </time>
                <span>{entry.actor ? `${entry.actor}: ${eventText(entry)}` : eventText(entry)}</span>
              </li>
            ))}
        </ol>
      </section>
    </div>
  )
}
