import { prefix } from '@react-router/dev/routes'
import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, layout, route } = routesIn(import.meta.dirname)

/** Page routes of one language, with ids such as `en/auction/work`. Korean addresses have no language prefix. */
export const publicRoutes = (locale: Locale) => {
  const id = (name: string) => ({ id: `${locale}/auction/${name}` })
  return [
    ...prefix('auction', [
      layout('layout/layout.tsx', id('frame'), [
        layout('layout/page-frame.tsx', id('page'), [
          index('home/auction-home.tsx', id('home')),
          route('programs/:program', 'auctions/auction-page.tsx', id('program')),
          route('halls/:hall', 'auctions/exhibition-room.tsx', id('hall')),
          route('works/:work', 'works/work-page.tsx', id('work')),
          route('works/:work/proof', 'proof/proof-page.tsx', id('proof')),
          route('authors', 'authors/author-list.tsx', id('authors')),
          route('authors/:author', 'authors/author-page.tsx', id('author')),
          route('results', 'results/results.tsx', id('results')),
          route('*', 'layout/not-found.tsx', id('missing')),
        ]),
      ]),
    ]),
    // Within the frame of the member pages.
    layout('../../people/account/me/layout.tsx', { id: `${locale}/me/auction` }, [
      route('me/bids', 'public/my-bids.tsx', { id: `${locale}/me/bids` }),
    ]),
  ]
}
