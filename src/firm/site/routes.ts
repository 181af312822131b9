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
  const routeId = (name: string) => ({ id: `${locale}/${name}` })
  return [
    // Feed of the stories: no page, and the same for everyone.
    route('rss.xml', 'stories/feed-route.ts', routeId('feed')),
    route('business/periods.ics', 'periods/calendar-file.ts', routeId('calendar')),
    layout('layout/firm-layout.tsx', routeId('site'), [
      layout('layout/page-frame.tsx', routeId('page'), [
        index('home/home-page.tsx', routeId('home')),
        route('introduction/lawyer', 'lawyers/lawyer-list-page.tsx', routeId('lawyers')),
        route('introduction/lawyer/:key', 'lawyers/profile-page.tsx', routeId('lawyer')),
        route('introduction/:name', 'lawyers/representative-page.tsx', routeId('representative')),
        route('contact/:key', 'contact/office-page.tsx', routeId('office')),
        route('story', 'stories/story-list-page.tsx', routeId('stories')),
        route('story/:post', 'stories/story-page.tsx', routeId('story')),
        route('project', 'projects/project-list-page.tsx', routeId('projects')),
        route('project/:post', 'projects/project-page.tsx', routeId('project')),
        route('introduction/center', 'introduction/introduction-page.tsx', routeId('center')),
        route('business/periods', 'periods/periods-page.tsx', routeId('periods')),
        route('business/:practice', 'practice/practice-page.tsx', routeId('practice')),
        route('construction', 'practice/practice-page.tsx', routeId('construction')),
        route('terms/:code', 'terms/terms-page.tsx', routeId('terms')),
        route('consult', 'consult/consult-page.tsx', routeId('consult')),
        route('consult/status', 'consult/status-page.tsx', routeId('consult/status')),
        route('opt-out/:token', 'opt-out/opt-out-page.tsx', routeId('opt-out')),
        route('auction-search', 'search/search-page.tsx', routeId('search')),
        route('auction-search/:keyword', 'search/search-page.tsx', routeId('search/keyword')),
        route('*', 'layout/not-found-page.tsx', routeId('missing')),
      ]),
    ]),
  ]
}
