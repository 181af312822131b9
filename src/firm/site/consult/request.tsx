import { lazy, Suspense, startTransition } from 'react'
import type { Receipt } from '#firm/forms/contract.ts'
import { readReceived } from '#firm/forms/public/call.tsx'
import { type Refused, RequestForm } from '#firm/forms/public/request-form.tsx'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { place } from '../place.ts'
import type { AskedForm } from './request-data.ts'

const Received = lazy(async () => ({ default: (await readReceived()).Received }))

interface RequestProps {
  form: AskedForm
  /** What the page knows already, by field. */
  given: Record<string, string>
  /** Level of the headings in it. */
  heading: 'h2' | 'h3'
  /** What a browser without script was answered with. */
  refused?: Refused | undefined
  receipt: Receipt | null
  /** Whether the receipt takes the focus. */
  focus?: boolean
  onReceipt: (receipt: Receipt) => void
}

/**
 * The request for a consultation, and in its place, once it was sent, the receipt. What a browser without script sends
 * is answered by the page `/consult`, wherever the form is shown. A Suspense boundary of its own: it hydrates apart
 * from the page around it, in a task of its own.
 */
export function Request({ form, given, heading, refused, receipt, focus = true, onReceipt }: RequestProps) {
  const lookUp = m.consult_look_up()
  const query = new URLSearchParams(given).toString()
  return (
    <Suspense>
      {receipt ? (
        <Received
          receipt={receipt}
          mailed={form.kind.receiptByMail}
          focus={focus}
          heading={heading}
          acts={
            <>
              <ButtonLink to={place('/consult/status')} look="outline">
                {lookUp}
              </ButtonLink>
              <TextLink to={place('/')}>{m.consult_done_home()}</TextLink>
            </>
          }
        />
      ) : (
        <RequestForm
          {...form}
          given={given}
          refused={refused}
          action={place(query ? `/consult?${query}` : '/consult')}
          terms={place('/terms/privacy')}
          heading={heading}
          lookUp={<TextLink to={place('/consult/status')}>{lookUp}</TextLink>}
          // The form stays until the receipt can be shown.
          onReceipt={(found) => startTransition(() => onReceipt(found))}
        />
      )}
    </Suspense>
  )
}
