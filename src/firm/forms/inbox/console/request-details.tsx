import { languageName } from '#console/kit/parts/language-marks.tsx'
import { columnInstant, fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { RequestNames } from '../../console/request-resource.tsx'
import type { Entry, FormRequest } from '../../contract.ts'
import { DuplicateList } from '../../duplicates/console/duplicate-list.tsx'
import styles from './request-details.module.css'

const eventTexts: Record<string, (entry: Entry, names: RequestNames) => string> = {
  received: () => m.forms_happened_received(),
  assigned: () => m.forms_happened_assigned(),
  answered: () => m.forms_happened_answered(),
  closed: () => m.forms_happened_closed(),
  taken: ({ text }) => m.forms_happened_taken({ text }),
  office: ({ text }, names) => m.forms_happened_office({ text: names.officeName(text) || '–' }),
  merged: ({ text }) => m.forms_happened_merged({ text }),
  merged_into: ({ text }) => m.forms_happened_merged_into({ text }),
  separated: ({ text }) => m.forms_happened_separated({ text }),
  withdrawn: () => m.forms_happened_withdrawn(),
  opened: () => m.forms_happened_opened(),
  file: ({ text }) => m.forms_happened_file({ text }),
  filed: ({ text }) => (text ? m.forms_happened_filed_without({ text }) : m.forms_happened_filed()),
}

/** Returns an event as text. */
export const formatEvent = (entry: Entry, names: RequestNames): string =>
  eventTexts[entry.what]?.(entry, names) ?? entry.what

/** Details of a request: sender, answers, consent and history. */
export function RequestDetails({
  request,
  names,
  onChange,
}: {
  request: FormRequest
  names: RequestNames
  onChange: (request: FormRequest) => void
}) {
  const special = new Set(['name', 'phone', 'email', 'message', 'practice', 'office', 'lawyer'])
  const matter = [
    [m.forms_column_practice(), names.practiceName(request.practice)],
    [m.forms_column_office(), names.officeName(request.office)],
    [m.forms_lawyer(), request.lawyer ?? ''],
    ...request.answers.filter(({ name }) => !special.has(name)).map(({ label, value }) => [label, value]),
  ].filter(([, value]) => value)
  return (
    <div className={styles.facts}>
      <DuplicateList request={request} onChange={onChange} />
      <section>
        <h2>{m.forms_sender()}</h2>
        <dl>
          <dt>{m.forms_sender_name()}</dt>
          <dd>{request.name}</dd>
          <dt>{m.forms_phone()}</dt>
          <dd>{request.phone ? <a href={`tel:${request.phone.replaceAll('-', '')}`}>{request.phone}</a> : '–'}</dd>
          <dt>{m.forms_email()}</dt>
          <dd>
            {request.email === null ? (
              '–'
            ) : (
              // Prefer a line break before the domain.
              <>
                {request.email.split('@')[0]}
                <wbr />@{request.email.split('@')[1]}
              </>
            )}
          </dd>
          <dt>{m.forms_language()}</dt>
          <dd>{languageName[request.locale]}</dd>
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
          <dd title={fullInstant(request.consentedAt)}>{columnInstant(request.consentedAt)}</dd>
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
                <span>{entry.actor ? `${entry.actor}: ${formatEvent(entry, names)}` : formatEvent(entry, names)}</span>
              </li>
            ))}
        </ol>
      </section>
    </div>
  )
}
