import { lazy, Suspense, startTransition } from 'react'
import { localizePath } from '#content/site/localize-path.ts'
import type { Receipt } from '#firm/forms/submission/contract.ts'
import { loadReceipt } from '#firm/forms/submission/public/load-form-code.ts'
import { type RejectedRequest, RequestForm } from '#firm/forms/submission/public/request-form.tsx'
import type { RequestReceipt } from '#firm/forms/submission/public/request-receipt.tsx'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import type { LoadedForm } from './load-request-form.ts'

/** The number alone, if the code of the receipt fails to load after the request was stored. */
const PlainReceipt: typeof RequestReceipt = ({ receipt }) => (
  <p role="status">{receipt.number ?? m.consult_kept_title()}</p>
)

const LazyReceipt = lazy(async () => {
  const code = await loadReceipt().catch(() => null)
  return { default: code?.RequestReceipt ?? PlainReceipt }
})

interface RequestProps {
  form: LoadedForm
  /** Values known from the page, by field. */
  presetAnswers: Record<string, string>
  /** Heading level. */
  heading: 'h2' | 'h3'
  /** Response to a submission without script. */
  refused?: RejectedRequest | undefined
  receipt: Receipt | null
  /** True if the receipt takes the focus. */
  focus?: boolean
  onReceipt: (receipt: Receipt) => void
}

/**
 * Consultation form, replaced by the receipt after submission. Without script the page `/consult` answers, wherever the
 * form is shown. A Suspense boundary of its own makes it hydrate separately from the page.
 */
export function ConsultRequest({
  form,
  presetAnswers,
  heading,
  refused,
  receipt,
  focus = true,
  onReceipt,
}: RequestProps) {
  const lookUp = m.consult_look_up()
  const query = new URLSearchParams(presetAnswers).toString()
  return (
    <Suspense>
      {receipt ? (
        <LazyReceipt
          receipt={receipt}
          mailed={form.kind.receiptByMail}
          focus={focus}
          heading={heading}
          acts={
            <>
              <ButtonLink to={localizePath('/consult/status')} look="outline">
                {lookUp}
              </ButtonLink>
              <TextLink to={localizePath('/')}>{m.consult_done_home()}</TextLink>
            </>
          }
        />
      ) : (
        <RequestForm
          {...form}
          presetAnswers={presetAnswers}
          refused={refused}
          action={localizePath(query ? `/consult?${query}` : '/consult')}
          terms={localizePath('/terms/privacy')}
          heading={heading}
          lookUp={<TextLink to={localizePath('/consult/status')}>{lookUp}</TextLink>}
          // Keep the form until the code of the receipt is loaded.
          onReceipt={(found) => startTransition(() => onReceipt(found))}
        />
      )}
    </Suspense>
  )
}
