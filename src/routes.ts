import { index, layout, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { type Locale, locales } from './kit/locale.ts'

/** The public faces: each page once in every language, under ids like `en/home`. */
const site = (locale: Locale): RouteConfigEntry => {
  const id = (name: string) => ({ id: `${locale}/${name}` })
  return layout('firm/site/layout.tsx', id('site'), [
    layout('firm/site/page-frame.tsx', id('page'), [
      index('firm/site/home.tsx', id('home')),
      route('introduction/lawyer', 'firm/site/introduction/lawyers.tsx', id('lawyers')),
      route('introduction/lawyer/:key', 'firm/site/introduction/profile.tsx', id('lawyer')),
      route('introduction/:name', 'firm/site/introduction/representative.tsx', id('representative')),
      route('contact/:key', 'firm/site/contact/office.tsx', id('office')),
      route('story', 'firm/site/reading/story-list.tsx', id('stories')),
      route('story/:post', 'firm/site/reading/story.tsx', id('story')),
      route('project', 'firm/site/reading/project-list.tsx', id('projects')),
      route('project/:post', 'firm/site/reading/project.tsx', id('project')),
      route('introduction/center', 'firm/site/center/center.tsx', id('center')),
      route('business/:practice', 'firm/site/practice/practice.tsx', id('practice')),
      route('construction', 'firm/site/practice/practice.tsx', id('construction')),
      route('terms/:code', 'firm/site/terms/terms.tsx', id('terms')),
      route('consult', 'firm/site/consult/consult.tsx', id('consult')),
      route('consult/status', 'firm/site/consult/status.tsx', id('consult/status')),
      route('auction-search', 'firm/site/found/search.tsx', id('search')),
      route('auction-search/:keyword', 'firm/site/found/search.tsx', id('search/keyword')),
      route('*', 'firm/site/missing.tsx', id('missing')),
    ]),
  ])
}

/** Staff: one shell, every screen in its module; addresses without a language. */
const staff = route('console', 'console/shell/layout.tsx', [
  layout('console/shell/screens.tsx', [
    index('console/shell/home.ts'),
    route('dashboard', 'console/shell/desk/dashboard.tsx'),
    route('boards', 'content/boards/console/list.tsx'),
    route('boards/create', 'content/boards/console/post-screen.tsx', { id: 'boards/create' }),
    route('boards/comments', 'content/comments/console/comment-list.tsx'),
    route('boards/:id', 'content/boards/console/post-screen.tsx', { id: 'boards/post' }),
    route('boards/:id/comments', 'content/comments/console/post-comments.tsx'),
    route('forms', 'firm/forms/console/list.tsx'),
    route('forms/:id', 'firm/forms/console/request.tsx'),
    route('popups', 'content/popups/console/popups.tsx'),
    route('popups/create', 'content/popups/console/form.tsx', { id: 'popups/create' }),
    route('popups/:id', 'content/popups/console/form.tsx', { id: 'popups/form' }),
    route('banners', 'content/banners/console/list.tsx'),
    route('banners/create', 'content/banners/console/form.tsx', { id: 'banners/create' }),
    route('banners/:id', 'content/banners/console/form.tsx', { id: 'banners/form' }),
    route('lawyers', 'firm/lawyers/console/list.tsx'),
    route('lawyers/create', 'firm/lawyers/console/form.tsx', { id: 'lawyers/create' }),
    route('lawyers/:id', 'firm/lawyers/console/form.tsx', { id: 'lawyers/form' }),
    route('practices', 'firm/practices/console/list.tsx'),
    route('practices/create', 'firm/practices/console/form.tsx', { id: 'practices/create' }),
    route('practices/:id', 'firm/practices/console/form.tsx', { id: 'practices/form' }),
    route('offices', 'firm/offices/console/list.tsx'),
    route('offices/create', 'firm/offices/console/form.tsx', { id: 'offices/create' }),
    route('offices/:id', 'firm/offices/console/form.tsx', { id: 'offices/form' }),
    route('pages', 'content/pages/console/list.tsx'),
    route('pages/create', 'content/pages/console/form.tsx', { id: 'pages/create' }),
    route('pages/:id', 'content/pages/console/form.tsx', { id: 'pages/form' }),
    route('terms', 'people/terms/console/list.tsx'),
    route('terms/create', 'people/terms/console/form.tsx', { id: 'terms/create' }),
    route('terms/:id', 'people/terms/console/form.tsx', { id: 'terms/form' }),
    route('media', 'platform/media/console/list.tsx'),
    route('media/:id', 'platform/media/console/form.tsx', { id: 'media/form' }),
    route('setting', 'platform/settings/console/form.tsx'),
    route('redirects', 'platform/redirects/console/list.tsx'),
    route('redirects/create', 'platform/redirects/console/form.tsx', { id: 'redirects/create' }),
    route('redirects/:id', 'platform/redirects/console/form.tsx', { id: 'redirects/form' }),
    route('messages', 'people/messages/console/list.tsx'),
    route('messages/:id', 'people/messages/console/message.tsx'),
    route('password', 'people/auth/console/password.tsx'),
    route('audit', 'platform/audit/console/audit.tsx'),
    route('style', 'console/shell/style/style.tsx'),
    route('*', 'console/shell/missing.tsx'),
  ]),
])

const account = locales.map((locale) =>
  route(locale === 'ko' ? 'login' : `${locale}/login`, 'people/account/login.tsx', { id: `${locale}/login` }),
)

/** The feed of the stories: no page, and the same for everybody. */
const feeds = locales.map((locale) =>
  route(locale === 'ko' ? 'rss.xml' : `${locale}/rss.xml`, 'firm/site/reading/feed.ts', { id: `${locale}/feed` }),
)

export default [
  route('console/style/public', 'console/shell/style/public-parts.tsx'),
  staff,
  route('robots.txt', 'firm/site/found/robots.ts'),
  route('sitemap.xml', 'firm/site/found/sitemap.ts'),
  ...account,
  ...feeds,
  ...locales.flatMap((locale) => (locale === 'ko' ? site(locale) : prefix(locale, [site(locale)]))),
] satisfies RouteConfig
