import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { categoryLabels, wayLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { Pagination } from '#ui/controls/pagination.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { joinList } from '#ui/format/language-attributes.ts'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { CompanyPlate } from '../parts/company/company-plate.tsx'
import { FilterBar } from '../parts/list/filter-bar.tsx'
import {
  categoryField,
  languageField,
  omitUndefined,
  pageUrl,
  readFilters,
  readPageNumber,
  toFormValues,
  wayField,
} from '../parts/list/list-filters.ts'
import list from '../parts/list/result-list.module.css'
import { countryName, languageName } from '../text/field-labels.ts'
import { loadFair } from './fair-data.ts'
import { FairFrame } from './fair-frame.tsx'

export const handle: PageHandle = {
  hydrate: 'idle',
  cached: 'apart',
  query: ['q', 'category', 'language', 'way', 'page'],
}

const perPage = 24

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const id = params.fair ?? ''
  const page = readPageNumber(url.searchParams)
  const { q, category, language, way } = readFilters(url.searchParams)
  const [{ fair, whole }, found] = await Promise.all([
    loadFair(api, id),
    api.participants.buyers({
      params: { id },
      query: { ...omitUndefined({ q, category, language, buyerType: way }), page, limit: perPage },
    }),
  ])
  return {
    origin,
    fair,
    card: toCardLink(recordCards.fair(locale, whole)),
    fields: [categoryField(m.match_filter_interest()), wayField(), languageField()],
    values: toFormValues({ q, category, language, way }),
    page,
    pages: Math.ceil(found.total / perPage),
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
    ? buildPageHead({
        title: m.match_buyers_title({ fair: page.fair.title }),
        description: m.match_buyers_description({ fair: page.fair.title, period: page.fair.period }),
        origin: page.origin,
        to: `/match/fairs/${page.fair._id}/buyers`,
        card: page.card,
        about: { '@type': 'CollectionPage', name: m.match_buyers_title({ fair: page.fair.title }) },
        crumbs: [
          { title: m.match_menu_fairs(), to: '/match/fairs' },
          { title: page.fair.title, to: `/match/fairs/${page.fair._id}` },
          { title: m.match_part_buyers() },
        ],
      })
    : []

/** List of buyers in a fair, without contact data. */
export default function FairBuyersPage() {
  const { fair, fields, values, total, buyers, page, pages } = useLoaderData<typeof loader>()
  const to = localizePath(`/match/fairs/${fair._id}/buyers`)
  return (
    <FairFrame fair={fair} part="buyers">
      <FilterBar
        to={to}
        fields={fields}
        values={values}
        hint={m.match_buyers_hint()}
        count={m.match_buyers_count({ all: fair.counts.buyers, count: total })}
      />
      {buyers.length === 0 ? (
        <Notice title={m.match_list_none()} text={m.match_list_none_text()} />
      ) : (
        <ul className={list.list}>
          {buyers.map((buyer) => (
            <li key={buyer._id} className={list.row}>
              <CompanyPlate name={buyer.name} side="buyer" />
              <div>
                <h2 className={list.name}>
                  <Link to={`${to}/${buyer._id}`}>{buyer.name}</Link>
                </h2>
                <p className={list.line}>{buyer.line}</p>
                {buyer.summary && <p className={list.summary}>{buyer.summary}</p>}
              </div>
              <div className={list.aside}>
                <p>
                  <b>{buyer.interests}</b>
                </p>
                <p>
                  {buyer.way}
                  {buyer.languages && ` · ${buyer.languages}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={list.paging}>
        <Pagination page={page} of={pages} to={(number) => pageUrl(to, values, number)} />
      </div>
    </FairFrame>
  )
}
