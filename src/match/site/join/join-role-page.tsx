import { type ComponentType, useEffect, useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSearchParams } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { isOpenTo, meetingLanguages } from '#match/participants/rules.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { bindUnits } from '../text/bind-units.ts'
import { languageName } from '../text/field-labels.ts'
import { formatPeriod } from '../text/format-dates.ts'
import type { JoinFormProps } from './join-form.tsx'
import styles from './join-page.module.css'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

const sides = ['seller', 'buyer'] as const

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const side = sides.find((one) => one === params.side)
  if (!side) throw data(null, { status: 404 })
  const [{ fairs }, { setting }] = await Promise.all([
    readAllPages('fairs', (query) => api.fairs.published({ query })),
    api.settings.published(),
  ])
  return {
    origin,
    side,
    card: toCardLink(pageCard(locale, `join-${side}`)),
    phone: setting.phone,
    languages: meetingLanguages.map((value) => ({ value, label: languageName(value) })),
    fairs: fairs
      .filter(({ phase, sellersUntil, buyersUntil }) =>
        isOpenTo(side, { phase, sellersUntil: dateOf(sellersUntil), buyersUntil: dateOf(buyersUntil) }, new Date()),
      )
      .map(({ _id, title, startsAt, endsAt }) => ({ _id, title: `${title} (${formatPeriod(startsAt, endsAt)})` })),
  }
}

const titles = { seller: m.match_join_seller, buyer: m.match_join_buyer }
const leads = { seller: m.match_join_seller_lead, buyer: m.match_join_buyer_lead }

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: titles[page.side](),
        description: leads[page.side](),
        origin: page.origin,
        to: `/match/join/${page.side}`,
        card: page.card,
        crumbs: [{ title: m.match_join(), to: '/match/join' }, { title: titles[page.side]() }],
      })
    : []

/** Loads the form lazily once the user is logged in. */
const useJoinForm = (): { Form: ComponentType<JoinFormProps> | null; isMember: boolean; failed: boolean } => {
  const isMember = useLoggedIn()
  const [Form, setForm] = useState<ComponentType<JoinFormProps> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!isMember) return
    let isOpen = true
    import('./join-form.tsx').then(
      ({ JoinForm }) => {
        if (isOpen) setForm(() => JoinForm)
      },
      () => {
        if (isOpen) setFailed(true)
      },
    )
    return () => {
      isOpen = false
    }
  }, [isMember])
  return { Form, isMember, failed }
}

/** Page for joining in one role: steps, requirements, and the form for members. */
export default function JoinRolePage() {
  const { side, phone, fairs, languages } = useLoaderData<typeof loader>()
  const { Form, isMember, failed } = useJoinForm()
  const [search] = useSearchParams()
  // The cached page does not depend on the query, so the fair is read in the browser; it stays selected after logging
  // in.
  const [fair, setFair] = useState('')
  useEffect(() => setFair(search.get('fair') ?? ''), [search])
  const to = localizePath(`/match/join/${side}`) + (fair && `?${new URLSearchParams({ fair })}`)
  const steps =
    side === 'seller'
      ? [
          [m.match_join_step_account(), m.match_join_step_account_text()],
          [m.match_join_step_listed(), m.match_join_step_listed_text()],
          [m.match_join_step_company(), m.match_join_step_company_text()],
          [m.match_join_step_fair(), m.match_join_step_fair_text()],
        ]
      : [
          [m.match_join_step_account(), m.match_join_step_account_text()],
          [m.match_join_step_wanted(), m.match_join_step_wanted_text()],
          [m.match_join_step_fair(), m.match_join_step_fair_text()],
        ]
  return (
    <div className={styles.columns}>
      <header>
        <h1 className={styles.title}>{titles[side]()}</h1>
        <p className={styles.lead}>{bindUnits(leads[side]())}</p>
        <ol className={styles.steps}>
          {steps.map(([title, text], at) => (
            <li key={title} data-past={(isMember && at === 0) || undefined}>
              <span className={styles.step} aria-hidden="true">
                {at + 1}
              </span>
              <div>
                <p className={styles.stepTitle}>{title}</p>
                <p className={styles.stepText}>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </header>
      <div className={styles.main}>
        {failed && <Notice kind="error" title={m.match_join_failed()} text={m.match_join_failed_text()} />}
        {!isMember && (
          <section className={styles.card} aria-labelledby="account">
            <h2 id="account" className={styles.cardTitle}>
              {m.match_join_account_title()}
            </h2>
            <p>{bindUnits(m.match_join_account_text())}</p>
            <p className={styles.actions}>
              <ButtonLink to={`${localizePath('/login')}?next=${encodeURIComponent(to)}`} reloadDocument>
                {m.match_login()}
              </ButtonLink>
              <ButtonLink look="outline" to={localizePath('/join')} reloadDocument>
                {m.match_join_account_new()}
              </ButtonLink>
            </p>
          </section>
        )}
        {isMember && !Form && !failed && (
          <p role="status" className={styles.loading}>
            {m.match_loading()}
          </p>
        )}
        {Form && <Form side={side} fairs={fairs} languages={languages} />}
      </div>
      <aside className={styles.aside}>
        <section>
          <h2>{m.match_join_needs()}</h2>
          <p>{side === 'seller' ? m.match_join_needs_seller() : m.match_join_needs_buyer()}</p>
        </section>
        <section>
          <h2>{m.match_join_review()}</h2>
          <p>{side === 'seller' ? m.match_join_review_seller() : m.match_join_review_buyer()}</p>
        </section>
        <section>
          <h2>{m.match_ask_title()}</h2>
          <p>
            <a href={`tel:${phone}`}>{phone}</a>, {m.center_weekdays()}
          </p>
        </section>
      </aside>
    </div>
  )
}
