import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, layout, route } = routesIn(import.meta.dirname)

/** Paths without a locale. */
export const commonRoutes = [
  route('robots.txt', 'sitemap/robots-txt.ts'),
  route('sitemap.xml', 'sitemap/sitemap-route.ts'),
]

/** Routes of one locale, with ids such as `en/home`. Korean paths have no locale prefix. */
export const publicRoutes = (locale: Locale) => {
  const id = (name: string) => ({ id: `${locale}/${name}` })
  return [
    // Feed of the stories: no page, and the same for everyone.
    route('rss.xml', 'stories/feed-route.ts', id('feed')),
    route('business/periods.ics', 'periods/calendar-file.ts', id('calendar')),
    layout('layout/firm-layout.tsx', id('site'), [
      layout('layout/page-frame.tsx', id('page'), [
        index('home/home-page.tsx', id('home')),
        route('introduction/lawyer', 'lawyers/lawyer-list-page.tsx', id('lawyers')),
        route('introduction/lawyer/:key', 'lawyers/profile-page.tsx', id('lawyer')),
        route('introduction/:name', 'lawyers/representative-page.tsx', id('representative')),
        route('contact/:key', 'contact/office-page.tsx', id('office')),
        route('story', 'stories/story-list-page.tsx', id('stories')),
        route('story/:post', 'stories/story-page.tsx', id('story')),
        route('project', 'projects/project-list-page.tsx', id('projects')),
        route('project/:post', 'projects/project-page.tsx', id('project')),
        route('introduction/center', 'introduction/introduction-page.tsx', id('center')),
        route('business/periods', 'periods/periods-page.tsx', id('periods')),
        route('business/:practice', 'practice/practice-page.tsx', id('practice')),
        route('construction', 'practice/practice-page.tsx', id('construction')),
        route('terms/:code', 'terms/terms-page.tsx', id('terms')),
        route('consult', 'consult/consult-page.tsx', id('consult')),
        route('consult/status', 'consult/status-page.tsx', id('consult/status')),
        route('opt-out/:token', 'opt-out/opt-out-page.tsx', id('opt-out')),
        route('auction-search', 'search/search-page.tsx', id('search')),
        route('auction-search/:keyword', 'search/search-page.tsx', id('search/keyword')),
        route('*', 'layout/not-found-page.tsx', id('missing')),
      ]),
    ]),
  ]
}
