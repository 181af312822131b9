import { index, layout, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { type Locale, locales } from './kit/locale.ts'

/** The public faces: each page once in every language, under ids like `en/home`. */
const site = (locale: Locale): RouteConfigEntry => {
  const id = (name: string) => ({ id: `${locale}/${name}` })
  return layout('site/layout.tsx', id('site'), [
    layout('site/page-frame.tsx', id('page'), [
      index('site/home.tsx', id('home')),
      route('introduction/lawyer', 'site/introduction/lawyers.tsx', id('lawyers')),
      route('introduction/lawyer/:key', 'site/introduction/profile.tsx', id('lawyer')),
      route('introduction/:name', 'site/introduction/representative.tsx', id('representative')),
      route('contact/:key', 'site/contact/office.tsx', id('office')),
      route('story', 'site/reading/story-list.tsx', id('stories')),
      route('story/:post', 'site/reading/story.tsx', id('story')),
      route('project', 'site/reading/project-list.tsx', id('projects')),
      route('project/:post', 'site/reading/project.tsx', id('project')),
      route('introduction/center', 'site/center/center.tsx', id('center')),
      route('business/:practice', 'site/practice/practice.tsx', id('practice')),
      route('construction', 'site/practice/practice.tsx', id('construction')),
      route('terms/:code', 'site/terms/terms.tsx', id('terms')),
      route('consult', 'site/consult/consult.tsx', id('consult')),
      route('consult/status', 'site/consult/status.tsx', id('consult/status')),
      route('auction-search', 'site/found/search.tsx', id('search')),
      route('auction-search/:keyword', 'site/found/search.tsx', id('search/keyword')),
      route('*', 'site/missing.tsx', id('missing')),
    ]),
  ])
}

/** Staff: one shell, every screen in its module; addresses without a language. */
const staff = route('console', 'console/layout.tsx', [
  layout('console/screens.tsx', [
    index('console/home.ts'),
    route('dashboard', 'modules/dashboard/console/dashboard.tsx'),
    route('boards', 'modules/boards/console/list.tsx'),
    route('boards/create', 'modules/boards/console/post-screen.tsx', { id: 'boards/create' }),
    route('boards/comments', 'modules/boards/console/comment-list.tsx'),
    route('boards/:id', 'modules/boards/console/post-screen.tsx', { id: 'boards/post' }),
    route('boards/:id/comments', 'modules/boards/console/post-comments.tsx'),
    route('forms', 'modules/forms/console/list.tsx'),
    route('forms/kept', 'modules/forms/console/kept.tsx'),
    route('forms/:id', 'modules/forms/console/request.tsx'),
    route('popups', 'modules/popups/console/popups.tsx'),
    route('popups/create', 'modules/popups/console/form.tsx', { id: 'popups/create' }),
    route('popups/:id', 'modules/popups/console/form.tsx', { id: 'popups/form' }),
    route('banners', 'modules/banners/console/list.tsx'),
    route('banners/create', 'modules/banners/console/form.tsx', { id: 'banners/create' }),
    route('banners/:id', 'modules/banners/console/form.tsx', { id: 'banners/form' }),
    route('lawyers', 'modules/lawyers/console/list.tsx'),
    route('lawyers/create', 'modules/lawyers/console/form.tsx', { id: 'lawyers/create' }),
    route('lawyers/:id', 'modules/lawyers/console/form.tsx', { id: 'lawyers/form' }),
    route('practices', 'modules/practices/console/list.tsx'),
    route('practices/create', 'modules/practices/console/form.tsx', { id: 'practices/create' }),
    route('practices/:id', 'modules/practices/console/form.tsx', { id: 'practices/form' }),
    route('offices', 'modules/offices/console/list.tsx'),
    route('offices/create', 'modules/offices/console/form.tsx', { id: 'offices/create' }),
    route('offices/:id', 'modules/offices/console/form.tsx', { id: 'offices/form' }),
    route('pages', 'modules/pages/console/list.tsx'),
    route('pages/create', 'modules/pages/console/form.tsx', { id: 'pages/create' }),
    route('pages/:id', 'modules/pages/console/form.tsx', { id: 'pages/form' }),
    route('terms', 'modules/terms/console/list.tsx'),
    route('terms/create', 'modules/terms/console/form.tsx', { id: 'terms/create' }),
    route('terms/:id', 'modules/terms/console/form.tsx', { id: 'terms/form' }),
    route('media', 'modules/media/console/list.tsx'),
    route('media/:id', 'modules/media/console/form.tsx', { id: 'media/form' }),
    route('setting', 'modules/settings/console/form.tsx'),
    route('redirects', 'modules/redirects/console/list.tsx'),
    route('redirects/create', 'modules/redirects/console/form.tsx', { id: 'redirects/create' }),
    route('redirects/:id', 'modules/redirects/console/form.tsx', { id: 'redirects/form' }),
    route('messages', 'modules/messages/console/list.tsx'),
    route('messages/:id', 'modules/messages/console/message.tsx'),
    route('password', 'modules/auth/console/password.tsx'),
    route('audit', 'modules/audit/console/audit.tsx'),
    route('style', 'console/style/style.tsx'),
    route('*', 'console/missing.tsx'),
  ]),
])

const account = locales.map((locale) =>
  route(locale === 'ko' ? 'login' : `${locale}/login`, 'account/login.tsx', { id: `${locale}/login` }),
)

/** The feed of the stories: no page, and the same for everybody. */
const feeds = locales.map((locale) =>
  route(locale === 'ko' ? 'rss.xml' : `${locale}/rss.xml`, 'site/reading/feed.ts', { id: `${locale}/feed` }),
)

export default [
  route('console/style/public', 'console/style/public-parts.tsx'),
  staff,
  route('robots.txt', 'site/found/robots.ts'),
  route('sitemap.xml', 'site/found/sitemap.ts'),
  ...account,
  ...feeds,
  ...locales.flatMap((locale) => (locale === 'ko' ? site(locale) : prefix(locale, [site(locale)]))),
] satisfies RouteConfig
