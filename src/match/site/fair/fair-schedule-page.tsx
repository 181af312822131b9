import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Prose } from '#ui/text/prose.tsx'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { matchContext } from '../loader-context.ts'
import { FactList } from '../parts/page/fact-list.tsx'
import body from '../parts/page/page-body.module.css'
import { formatDay, toSeoulDay } from '../text/format-dates.ts'
import { loadFair } from './fair-data.ts'
import { FairFrame } from './fair-frame.tsx'
import { buildFairPartHead } from './fair-part-head.ts'
import styles from './fair-schedule-page.module.css'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

const span = ({ startAt, endAt }: { startAt: string; endAt: string }) =>
  `${toSeoulDay(startAt).clock} – ${toSeoulDay(endAt).clock}`

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const { fair, whole } = await loadFair(api, params.fair ?? '')
  const entries = [
    ...whole.sessions.map((session) => ({ ...session, title: '' })),
    ...whole.breaks.map((pause) => ({ ...pause, title: pause.title || m.match_programme_break() })),
  ].sort((a, b) => a.startAt.localeCompare(b.startAt))
  const days = [...Map.groupBy(entries, ({ startAt }) => formatDay(startAt))].map(([day, found]) => ({
    day,
    entries: found.map((entry) => ({ time: span(entry), title: entry.title, isBreak: entry.title !== '' })),
  }))
  const { slotMinutes, tables, rooms, holdHours, requestLimit, changeHours, body: text } = whole
  const rules = { slotMinutes, tables, rooms, holdHours, requestLimit, changeHours }
  return { origin, fair, card: toCardLink(recordCards.fair(locale, whole)), days, rules, text }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildFairPartHead(page, {
        path: 'programme',
        title: m.match_programme_title({ fair: page.fair.title }),
        description: m.match_programme_description({ fair: page.fair.title, period: page.fair.period }),
        crumb: m.match_part_programme(),
      })
    : []

/** Schedule, meeting rules, and how to participate in a fair. */
export default function FairSchedulePage() {
  const { fair, days, rules, text } = useLoaderData<typeof loader>()
  return (
    <FairFrame fair={fair} part="programme">
      <div className={styles.columns}>
        <div className={body.main}>
          {text && (
            <div lang={foreignLang(fair.lang)}>
              <Prose html={text} />
            </div>
          )}
          <section aria-labelledby="days">
            <h2 id="days" className={body.title}>
              {m.match_programme_days()}
            </h2>
            <p className={body.quiet}>{m.match_programme_zone()}</p>
            <div className={styles.days}>
              {days.map(({ day, entries }) => (
                <div key={day} className={styles.day}>
                  <h3>{day}</h3>
                  <ul>
                    {entries.map(({ time, title, isBreak }) => (
                      <li key={time} data-break={isBreak || undefined}>
                        <span>{time}</span>
                        {title || m.match_programme_meetings()}
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          </section>
        </div>
        <aside className={body.aside}>
          <FactList
            facts={[
              { name: m.match_rule_slot(), value: m.match_rule_minutes({ count: rules.slotMinutes }) },
              { name: m.match_rule_tables(), value: m.match_rule_tables_value({ count: rules.tables }) },
              { name: m.match_rule_rooms(), value: m.match_rule_rooms_value({ count: rules.rooms }) },
              { name: m.match_rule_requests(), value: m.match_rule_requests_value({ count: rules.requestLimit }) },
              { name: m.match_rule_hold(), value: m.match_rule_hours({ count: rules.holdHours }) },
              { name: m.match_rule_change(), value: m.match_rule_before({ count: rules.changeHours }) },
            ]}
          />
          <p>
            <TextLink to={localizePath('/match/manual/seller')}>{m.match_manual_seller()}</TextLink>
          </p>
          <p>
            <TextLink to={localizePath('/match/manual/buyer')}>{m.match_manual_buyer()}</TextLink>
          </p>
        </aside>
      </div>
    </FairFrame>
  )
}
