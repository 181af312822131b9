import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { categoryLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { Pagination } from '#ui/controls/pagination.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { joinList } from '#ui/format/language-attributes.ts'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { buildPageHead, toOrganizationSchema } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { CompanyPlate } from '../parts/company/company-plate.tsx'
import { ProgrammeBadge } from '../parts/company/programme-badge.tsx'
import { FilterBar } from '../parts/list/filter-bar.tsx'
import {
  categoryField,
  languageField,
  omitUndefined,
  pageUrl,
  programmeField,
  readFilters,
  readPageNumber,
  toFormValues,
} from '../parts/list/list-filters.ts'
import list from '../parts/list/result-list.module.css'
import { languageName } from '../text/field-labels.ts'
import { loadFair } from './fair-data.ts'
import { FairFrame } from './fair-frame.tsx'

export const handle: PageHandle = {
  hydrate: 'idle',
  cached: 'apart',
  query: ['q', 'category', 'language', 'programme', 'page'],
}

const perPage = 24

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const id = params.fair ?? ''
  const page = readPageNumber(url.searchParams)
  const { q, category, language, programme } = readFilters(url.searchParams)
  const query = { q, category, language, programme }
  const [{ fair, whole }, found] = await Promise.all([
    loadFair(api, id),
    api.participants.sellers({ params: { id }, query: { ...omitUndefined(query), page, limit: perPage } }),
  ])
  return {
    origin,
    fair,
    card: toCardLink(recordCards.fair(locale, whole)),
    period: { startsAt: whole.startsAt, endsAt: whole.endsAt },
    fields: [categoryField(m.match_filter_category()), programmeField('programme'), languageField()],
    values: toFormValues(query),
    page,
    pages: Math.ceil(found.total / perPage),
    total: found.total,
    sellers: found.sellers.map((seller) => ({
      _id: seller._id,
      name: seller.name,
      line: joinList(seller.categories.map((one) => categoryLabels[one]())) || seller.category,
      summary: seller.summary,
      certificates: seller.certificates.slice(0, 2),
      products: seller.products,
      languages: joinList(seller.languages.map(languageName)),
    })),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: page.fair.title,
        description: toSingleLine(
          `${page.fair.title}: ${page.fair.period}, ${page.fair.venue}. ${page.fair.summary || m.match_fair_description()}`,
        ),
        origin: page.origin,
        to: `/match/fairs/${page.fair._id}`,
        card: page.card,
        about: {
          '@type': 'BusinessEvent',
          name: page.fair.title,
          startDate: page.period.startsAt,
          endDate: page.period.endsAt,
          eventStatus: 'https://schema.org/EventScheduled',
          location: { '@type': 'Place', name: page.fair.venue || m.match_name(), address: m.match_address() },
          organizer: toOrganizationSchema(page.origin),
        },
        crumbs: [{ title: m.match_menu_fairs(), to: '/match/fairs' }, { title: page.fair.title }],
      })
    : []

/** Start page of a fair with the list of its sellers. */
export default function FairSellersPage() {
  const { fair, fields, values, total, sellers, page, pages } = useLoaderData<typeof loader>()
  const to = localizePath(`/match/fairs/${fair._id}`)
  return (
    <FairFrame fair={fair} part="sellers">
      <FilterBar
        to={to}
        fields={fields}
        values={values}
        hint={m.match_sellers_hint()}
        count={m.match_sellers_count({ all: fair.counts.sellers, count: total })}
      />
      {sellers.length === 0 ? (
        <Notice title={m.match_list_none()} text={m.match_list_none_text()} />
      ) : (
        <ul className={list.list}>
          {sellers.map((seller) => (
            <li key={seller._id} className={list.row}>
              <CompanyPlate name={seller.name} side="seller" />
              <div>
                <h2 className={list.name}>
                  <Link to={`${to}/sellers/${seller._id}`}>{seller.name}</Link>
                  {seller.certificates.map((certificate) => (
                    <ProgrammeBadge key={`${certificate.programme} ${certificate.year}`} {...certificate} />
                  ))}
                </h2>
                <p className={list.line}>{seller.line}</p>
                {seller.summary && <p className={list.summary}>{seller.summary}</p>}
              </div>
              <div className={list.aside}>
                <p>
                  <b>{m.match_count_products({ count: seller.products })}</b>
                </p>
                <p>{seller.languages}</p>
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
