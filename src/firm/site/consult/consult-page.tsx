import { useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import { type Receipt, UploadedFile } from '#firm/forms/submission/contract.ts'
import type { RejectedRequest } from '#firm/forms/submission/public/request-form.tsx'
import { findStartError } from '#firm/periods/rules.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createPageCard } from '../social-cards/firm-cards.ts'
import { bindUnits } from '../text/bind-units.ts'
import styles from './consult-page.module.css'
import { ConsultRequest } from './consult-request.tsx'
import { loadRequestForm, toFieldOptions } from './load-request-form.ts'
import { readRefusal } from './read-refusal.ts'

/** Query parameters of links from lawyer, office and practice pages; the calculator passes `inspected`. */
const parameterNames = ['lawyer', 'office', 'practice'] as const

export const handle: PageHandle = { cached: true, query: [...parameterNames, 'inspected'] }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api, origin, locale, path } = getSiteContext(context)
  const [form, { offices }, { lawyers }, { setting }] = await Promise.all([
    loadRequestForm(api),
    api.offices.published(),
    api.lawyers.published(),
    api.settings.published(),
  ])
  const options = { ...form.options, office: toFieldOptions(offices), lawyer: toFieldOptions(lawyers) }
  const parameters = new URL(request.url).searchParams
  const presetAnswers: Record<string, string> = {}
  for (const name of parameterNames) {
    const value = parameters.get(name)
    if (value && options[name].some((option) => option.value === value)) presetAnswers[name] = value
  }
  const inspected = parameters.get('inspected')
  const isAsked = form.kind.fields.some(({ name }) => name === 'inspected')
  if (inspected && isAsked && !findStartError(inspected, formatSeoulDay(Date.now())))
    presetAnswers.inspected = inspected
  const [main] = offices
  return {
    form: { kind: form.kind, options },
    given: presetAnswers,
    phone: setting.phone,
    hours: main ? { text: main.hours, lang: foreignLang(main.lang) } : null,
    origin,
    path: path.split('?', 1)[0] ?? path,
    name: setting.name,
    card: getCardLink(createPageCard(locale, 'consult', setting.name)),
  }
}

interface Outcome {
  receipt?: Receipt
  refused?: RejectedRequest
}

const readFiles = (form: FormData): UploadedFile[] =>
  form.getAll('uploaded').flatMap((text) => {
    try {
      const file = UploadedFile.safeParse(JSON.parse(String(text)))
      return file.success ? [file.data] : []
    } catch {
      return []
    }
  })

/** Form submission of a browser without script. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = getSiteContext(context)
  const form = await request.formData()
  const { kind } = await api.forms.kind({ params: { kind: 'consult' } })
  const names = kind.fields.filter((field) => field.kind !== 'files').map(({ name }) => name)
  const values = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]))
  const uploaded = readFiles(form)
  const createRefusal = (errors: Record<string, string>, status: number) =>
    data<Outcome>({ refused: { values, uploaded, errors } }, { status })
  const refusedFiles = form.getAll('refused').map(String)
  if (refusedFiles.length > 0) return createRefusal({ files: refusedFiles.join(' ') }, 415)
  try {
    const { receipt } = await api.forms.create({
      params: { kind: 'consult' },
      body: {
        answers: values,
        files: uploaded.map(({ ticket }) => ticket),
        consent: String(form.get('consent') ?? ''),
        website: String(form.get('website') ?? ''),
      },
    })
    // Redirect to the form page: it is served from the cache while the database is unavailable, and this anchor shows
    // the notice.
    if (receipt.number === null) return redirect(`${localizePath('/consult')}#kept`, 303)
    return data<Outcome>({ receipt }, { status: 201 })
  } catch (error) {
    const refusal = readRefusal(error)
    if (!refusal) throw error
    return createRefusal(refusal.refusal.fields ?? { '': refusal.refusal.message }, refusal.status)
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData
    ? describePage({
        title: `${m.consult_title()} · ${loaderData.name}`,
        description: m.consult_description(),
        origin: loaderData.origin,
        path: loaderData.path,
        siteName: loaderData.name,
        card: loaderData.card,
        crumbs: [{ title: m.consult_title() }],
      })
    : []

export default function Consult() {
  const { form, given, phone, hours } = useLoaderData<typeof loader>()
  const outcome = useActionData<Outcome>()
  const { receiptByMail } = form.kind
  const [receipt, setReceipt] = useState<Receipt | null>(outcome?.receipt ?? null)
  return (
    <div className={styles.page} data-ground="paper" data-no-popups="">
      <PageHeader
        className={styles.head}
        title={m.consult_title()}
        lead={receipt ? undefined : m.consult_lead()}
        crumbs={[{ title: m.consult_title() }]}
      />
      <div className={styles.body}>
        <div className={styles.main}>
          <div id="kept" className={styles.kept} role="status">
            <p>{m.consult_kept_title()}</p>
            <p>{m.consult_kept_text()}</p>
            {receiptByMail && <p>{m.consult_kept_mail()}</p>}
          </div>
          <ConsultRequest
            form={form}
            presetAnswers={given}
            heading="h2"
            refused={outcome?.refused}
            receipt={receipt}
            focus={!outcome?.receipt}
            onReceipt={setReceipt}
          />
        </div>
        <aside className={styles.aside} aria-labelledby="after-title">
          <h2 id="after-title" className={styles.title}>
            {m.consult_after_title()}
          </h2>
          <dl>
            {[
              [
                m.consult_after_number(),
                receiptByMail
                  ? `${m.consult_after_number_text()} ${m.consult_after_number_mail()}`
                  : m.consult_after_number_text(),
              ],
              [m.consult_after_day(), m.consult_after_day_text()],
              [m.consult_after_progress(), m.consult_after_progress_text()],
            ].map(([title, text]) => (
              <div key={title} className={styles.step}>
                <dt>{title}</dt>
                <dd>{bindUnits(text ?? '')}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.small}>{m.consult_after_talk()}</p>
          <p>
            <Link className={styles.phone} to={`tel:${phone.replaceAll('-', '')}`}>
              {phone}
            </Link>
          </p>
          {hours && (
            <p className={styles.small} lang={hours.lang}>
              {bindUnits(hours.text)}
            </p>
          )}
        </aside>
      </div>
    </div>
  )
}
