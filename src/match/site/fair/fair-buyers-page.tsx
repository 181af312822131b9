import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { categoryLabels, wayLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { joinList } from '#ui/format/language-attributes.ts'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { matchContext } from '../loader-context.ts'
import { CompanyRow } from '../parts/list/company-row.tsx'
import { FilteredList } from '../parts/list/filtered-list.tsx'
import { categoryField, countPages, languageField, readListQuery, wayField } from '../parts/list/list-filters.ts'
import list from '../parts/list/result-list.module.css'
import { countryName, languageName } from '../text/field-labels.ts'
import { loadFair } from './fair-data.ts'
import { FairFrame } from './fair-frame.tsx'
import { buildFairPartHead } from './fair-part-head.ts'

export const handle: PageHandle = {
  hydrate: 'idle',
  cached: 'apart',
  query: ['q', 'category', 'language', 'way', 'page'],
}

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const id = params.fair ?? ''
  const { page, filters, limits, values } = readListQuery(url.searchParams, ['q', 'category', 'language', 'way'])
  const { way, ...rest } = filters
  const [{ fair, whole }, found] = await Promise.all([
    loadFair(api, id),
    api.participants.buyers({
      params: { id },
      query: { ...rest, ...(way && { buyerType: way }), ...limits },
    }),
  ])
  return {
    origin,
    fair,
    card: toCardLink(recordCards.fair(locale, whole)),
    fields: [categoryField(m.match_filter_interest()), wayField(), languageField()],
    values,
    page,
    pages: countPages(found.total),
    total: found.total,
    buyers: found.buyers.map((buyer) => ({
      _id: buyer._id,
      name: buyer.name,
      line: [countryName(buyer.country), [buyer.areaCity, buyer.areaDistrict].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(' · '),
      summary: buyer.summary,
      way: wayLabels[buyer.buyerType](),
      interests: joinList(buyer.interests.map((one) => categoryLabels[one]())),
      languages: joinList(buyer.languages.map(languageName)),
    })),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildFairPartHead(page, {
        path: 'buyers',
        title: m.match_buyers_title({ fair: page.fair.title }),
        description: m.match_buyers_description({ fair: page.fair.title, period: page.fair.period }),
        about: { '@type': 'CollectionPage', name: m.match_buyers_title({ fair: page.fair.title }) },
        crumb: m.match_part_buyers(),
      })
    : []

/** List of buyers in a fair, without contact data. */
export default function FairBuyersPage() {
  const { fair, total, buyers, ...page } = useLoaderData<typeof loader>()
  const to = localizePath(`/match/fairs/${fair._id}/buyers`)
  return (
    <FairFrame fair={fair} part="buyers">
      <FilteredList
        to={to}
        list={page}
        hint={m.match_buyers_hint()}
        count={m.match_buyers_count({ all: fair.counts.buyers, count: total })}
        isEmpty={buyers.length === 0}
      >
        <ul className={list.list}>
          {buyers.map((buyer) => (
            <CompanyRow
              key={buyer._id}
              to={`${to}/${buyer._id}`}
              side="buyer"
              company={buyer}
              fact={buyer.interests}
              note={[buyer.way, buyer.languages].filter(Boolean).join(' · ')}
            />
          ))}
        </ul>
      </FilteredList>
    </FairFrame>
  )
}
