import { type LoaderFunctionArgs, redirect } from 'react-router'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import { maxCounted, resultsOfPage, SearchKind } from '#platform/search/contract.ts'
import { buildSearchPath } from '../layout/firm-paths.ts'
import { getSiteContext } from '../loader-context.ts'
import { createPageCard } from '../social-cards/firm-cards.ts'

/** Maximum length of a query (`search.find`). Other URL parameters are ignored. */
const maxKeywordLength = 100

const parsePage = (text: string | null): number => {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= maxCounted / resultsOfPage ? page : 1
}

/** Loads the search results; redirects a form submission without script to its address. */
export const loadSearch = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const { searchParams } = new URL(request.url)
  // Form submission without script.
  const typed = searchParams.get('keyword')
  if (typed !== null) throw redirect(buildSearchPath(typed.slice(0, maxKeywordLength)), 302)
  const keyword = (params.keyword ?? '').trim().slice(0, maxKeywordLength)
  const kind = SearchKind.safeParse(searchParams.get('kind')).data
  const page = parsePage(searchParams.get('page'))
  const [found, { practices }, { setting }] = await Promise.all([
    api.search.find({ query: { q: keyword, ...(kind && { kind, page }) } }),
    api.practices.published(),
    api.settings.published(),
  ])
  const siteName = setting.name
  const card = getCardLink(createPageCard(locale, 'search', siteName))
  const { phone } = setting
  return { keyword, kind, found, origin, siteName, card, phone, practice: practices[0]?.path ?? null }
}

export type SearchData = Awaited<ReturnType<typeof loadSearch>>
