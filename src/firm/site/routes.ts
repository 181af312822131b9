import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, layout, route } = routesIn(import.meta.dirname)

/** Paths without a locale. */
export const commonRoutes = [route('robots.txt', 'found/robots.ts'), route('sitemap.xml', 'found/sitemap.ts')]

/** Routes of one locale, with ids such as `en/home`. Korean paths have no locale prefix. */
export const publicRoutes = (locale: Locale) => {
  const id = (name: string) => ({ id: `${locale}/${name}` })
  return [
    // Feed of the stories: no page, and the same for everyone.
    route('rss.xml', 'reading/feed.ts', id('feed')),
    route('business/periods.ics', 'periods/calendar-file.ts', id('calendar')),
    layout('layout.tsx', id('site'), [
      layout('page-frame.tsx', id('page'), [
        index('home.tsx', id('home')),
        route('introduction/lawyer', 'introduction/lawyers.tsx', id('lawyers')),
        route('introduction/lawyer/:key', 'introduction/profile.tsx', id('lawyer')),
        route('introduction/:name', 'introduction/representative.tsx', id('representative')),
        route('contact/:key', 'contact/office.tsx', id('office')),
        route('story', 'reading/story-list.tsx', id('stories')),
        route('story/:post', 'reading/story.tsx', id('story')),
        route('project', 'reading/project-list.tsx', id('projects')),
        route('project/:post', 'reading/project.tsx', id('project')),
        route('introduction/center', 'center/center.tsx', id('center')),
        route('business/periods', 'periods/periods.tsx', id('periods')),
        route('business/:practice', 'practice/practice.tsx', id('practice')),
        route('construction', 'practice/practice.tsx', id('construction')),
        route('terms/:code', 'terms/terms.tsx', id('terms')),
        route('consult', 'consult/consult.tsx', id('consult')),
        route('consult/status', 'consult/status.tsx', id('consult/status')),
        route('opt-out/:token', 'opt-out/opt-out.tsx', id('opt-out')),
        route('auction-search', 'found/search.tsx', id('search')),
        route('auction-search/:keyword', 'found/search.tsx', id('search/keyword')),
        route('*', 'missing.tsx', id('missing')),
      ]),
    ]),
  ]
}
