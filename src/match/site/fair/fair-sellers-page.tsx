import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { categoryLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { joinList } from '#ui/format/language-attributes.ts'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { buildPageHead, toOrganizationSchema } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { ProgrammeBadge } from '../parts/company/programme-badge.tsx'
import { CompanyRow } from '../parts/list/company-row.tsx'
import { FilteredList } from '../parts/list/filtered-list.tsx'
import { categoryField, countPages, languageField, programmeField, readListQuery } from '../parts/list/list-filters.ts'
import list from '../parts/list/result-list.module.css'
import { languageName } from '../text/field-labels.ts'
import { loadFair } from './fair-data.ts'
import { FairFrame } from './fair-frame.tsx'

export const handle: PageHandle = {
  hydrate: 'idle',
  cached: 'apart',
  query: ['q', 'category', 'language', 'programme', 'page'],
}

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const id = params.fair ?? ''
  const { page, filters, limits, values } = readListQuery(url.searchParams, ['q', 'category', 'language', 'programme'])
  const [{ fair, whole }, found] = await Promise.all([
    loadFair(api, id),
    api.participants.sellers({ params: { id }, query: { ...filters, ...limits } }),
  ])
  return {
    origin,
    fair,
    card: toCardLink(recordCards.fair(locale, whole)),
    period: { startsAt: whole.startsAt, endsAt: whole.endsAt },
    fields: [categoryField(m.match_filter_category()), programmeField('programme'), languageField()],
    values,
    page,
    pages: countPages(found.total),
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
  const { fair, total, sellers, ...page } = useLoaderData<typeof loader>()
  const to = localizePath(`/match/fairs/${fair._id}`)
  return (
    <FairFrame fair={fair} part="sellers">
      <FilteredList
        to={to}
        list={page}
        hint={m.match_sellers_hint()}
        count={m.match_sellers_count({ all: fair.counts.sellers, count: total })}
        isEmpty={sellers.length === 0}
      >
        <ul className={list.list}>
          {sellers.map((seller) => (
            <CompanyRow
              key={seller._id}
              to={`${to}/sellers/${seller._id}`}
              side="seller"
              company={seller}
              badges={seller.certificates.map((certificate) => (
                <ProgrammeBadge key={`${certificate.programme} ${certificate.year}`} {...certificate} />
              ))}
              fact={m.match_count_products({ count: seller.products })}
              note={seller.languages}
            />
          ))}
        </ul>
      </FilteredList>
    </FairFrame>
  )
}
