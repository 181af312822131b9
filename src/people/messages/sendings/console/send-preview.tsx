import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { SafeHtml } from '#console/kit/parts/preview/safe-html.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import { clockTime, shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { type SendGate, SendingInput } from '../contract.ts'
import { errorLabels, getFieldLabel, reasonLabels, type SendingShape, sendingActionClient } from './resource.tsx'
import styles from './sendings.module.css'
import { useSendingOptions } from './use-sending-options.ts'

const languageLabels = { ko: m.sendings_language_ko, en: m.sendings_language_en, cn: m.sendings_language_cn }

/** Live check while writing: recipients, excluded recipients with reasons, and legal requirements. */
export function SendPreview({ values }: { values: SendingShape }) {
  const [debounced] = useDebouncedValue(values, 400)
  // Invalid input is reported at its field.
  const { data: body } = SendingInput.safeParse(debounced)
  const { data, error, isFetching } = useQuery<SendGate>({
    queryKey: ['sendings-gate', JSON.stringify(debounced)],
    queryFn: ({ signal }) => sendingActionClient.gate({ body: body ?? debounced }, { signal }).then(({ gate }) => gate),
    enabled: body !== undefined,
    placeholderData: (before) => before,
    staleTime: 10_000,
  })
  return (
    <section className={styles.gate} aria-label={m.sendings_gate()} aria-busy={isFetching}>
      <h2>{m.sendings_gate()}</h2>
      {error && !data && <p className={styles.wrong}>{m.sendings_gate_failed()}</p>}
      {!error && !data && <p>{m.sendings_gate_checking()}</p>}
      {data && <Gate gate={data} values={values} />}
    </section>
  )
}

function Gate({ gate, values }: { gate: SendGate; values: SendingShape }) {
  const excludedCount = gate.total - gate.allowed
  return (
    <>
      <p className={styles.count} role="status">
        <strong>{m.sendings_gate_people({ count: gate.allowed.toLocaleString() })}</strong>{' '}
        <span>{m.sendings_gate_of({ total: gate.total.toLocaleString() })}</span>
      </p>
      {gate.languages.length > 1 && (
        <p>{gate.languages.map(({ locale, count }) => `${languageLabels[locale]()} ${count}`).join(' · ')}</p>
      )}
      {gate.faults.length > 0 && (
        <ul className={styles.faults}>
          {gate.faults.map((fault) => (
            <li key={fault}>
              <StateShape mark="wrong" /> {errorLabels[fault]()}
            </li>
          ))}
        </ul>
      )}
      <h3>
        {excludedCount === 0
          ? m.sendings_gate_none_left()
          : m.sendings_gate_left({ count: excludedCount.toLocaleString() })}
      </h3>
      {gate.left.map(({ reason, count, names }) => (
        <details key={reason} className={styles.reason}>
          <summary>
            <span>{reasonLabels[reason]()}</span>
            <strong>{count.toLocaleString()}</strong>
          </summary>
          <p>
            {names.join(', ')}
            {count > names.length && ' …'}
          </p>
        </details>
      ))}
      {gate.missing.map(({ field, count }) => (
        <p key={field} className={styles.warning}>
          <StateShape mark="wrong" /> {m.sendings_gate_missing({ field: getFieldLabel(field), count })}
        </p>
      ))}
      {gate.needsApproval && <Approval />}
      <h3>{m.sendings_gate_law()}</h3>
      {values.purpose === 'notice' ? <p>{m.sendings_gate_notice()}</p> : <Law gate={gate} />}
      {gate.sample && (
        <>
          <h3>{m.sendings_gate_sample({ to: gate.sample.to })}</h3>
          {(gate.samples.length > 0 ? gate.samples : [{ ...gate.sample, locale: null }]).map(
            ({ locale, subject, html, text }) => (
              <div key={locale ?? 'one'} className={styles.sample} lang={locale ? languageTag[locale] : undefined}>
                {locale && gate.samples.length > 1 && <p>{languageLabels[locale]()}</p>}
                {subject && <p className={styles.subject}>{subject}</p>}
                {html ? <SafeHtml html={html} className={styles.body} /> : <p className={styles.words}>{text}</p>}
              </div>
            ),
          )}
        </>
      )}
    </>
  )
}

/** Says that a colleague must approve, and who may. */
function Approval() {
  const { data } = useSendingOptions()
  return (
    <>
      <h3>{m.sendings_approval()}</h3>
      <p className={styles.warning}>
        <StateShape mark="new" /> {m.sendings_approval_needed()}
      </p>
      {data && (
        <p>
          {data.approvers.length > 0
            ? m.sendings_approvers({ names: data.approvers.join(', ') })
            : m.sendings_approvers_none()}
        </p>
      )}
    </>
  )
}

/** Legal requirements of advertising: those met automatically, and those left to the author. */
function Law({ gate }: { gate: SendGate }) {
  return (
    <ul className={styles.law}>
      {[m.sendings_gate_marked(), m.sendings_gate_named(), ...(gate.delayedUntil ? [] : [m.sendings_gate_day()])].map(
        (words) => (
          <li key={words} data-good="">
            <StateShape mark="answered" /> {words}
          </li>
        ),
      )}
      {gate.delayedUntil && (
        <li className={styles.warning} title={clockTime(gate.delayedUntil)}>
          <StateShape mark="scheduled" />{' '}
          {m.sendings_gate_delayed({ count: gate.delayed, time: shortInstant(gate.delayedUntil) })}
        </li>
      )}
      {gate.oldConsents > 0 && (
        <li className={styles.warning}>
          <StateShape mark="wrong" /> {m.sendings_gate_old({ count: gate.oldConsents })}
        </li>
      )}
    </ul>
  )
}
