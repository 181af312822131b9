import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { bundledPackages } from './scripts/setup/bundle-server.mjs'
import { coreFonts } from './src/kit/web/bundling/core-fonts.ts'
import { inlineScripts } from './src/kit/web/bundling/inline-script.ts'
import { narrowServer, withoutScreens } from './src/kit/web/bundling/lean-server.ts'
import { precompress } from './src/kit/web/bundling/precompress.ts'
import { screenChunks } from './src/kit/web/bundling/screen-chunks.ts'
import { sharedChunks } from './src/kit/web/bundling/shared-chunks.ts'

const generated = fileURLToPath(new URL('.generated/messages/runtime.js', import.meta.url))
const lean = fileURLToPath(new URL('src/kit/web/bundling/messages-runtime.js', import.meta.url))

const messageFile = /\/\.generated\/messages\/messages\/(?!_index)\w+\.js$/
const ownChoice =
  /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s+const locale = .+\s+if \(locale === "en"\) return (\w+)\(inputs\)\s+if \(locale === "cn"\) return (\w+)\(inputs\)\s+return (\w+)\(inputs\)\s+\}\)/

/** Replaces Paraglide's runtime by the few lines that messages need (see messages-runtime.js). */
const leanMessages: Plugin = {
  name: 'lean-messages',
  enforce: 'pre',
  transform(code, id) {
    if (this.environment.name !== 'client' || this.environment.mode !== 'build' || !messageFile.test(id)) return null
    const shorter = code.replace(ownChoice, '/* @__PURE__ */ message($3, $1, $2)')
    // Fail if another release of Paraglide generates different code: otherwise pages would grow unnoticed.
    if (shorter === code) this.error(`${id} chooses its language in another way (ownChoice in vite.config.ts).`)
    return { code: `import { message } from '../runtime.js'\n${shorter}`, map: null }
  },
  async resolveId(source, importer, options) {
    if (!source.endsWith('runtime.js')) return null
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    return resolved?.id === generated ? lean : null
  },
}

/** Compresses the client's files at build time instead of on request. */
const codedFiles: Plugin = {
  name: 'coded-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir }) {
    if (dir) await precompress(dir)
  },
}

const messages = (...beginnings: string[]) => beginnings.map((each) => `.generated/messages/messages/${each}_`)
const below = (folder: string, names: string) => names.split(' ').map((name) => `${folder}/${name}`)

/**
 * Small files that are bundled together: forty of a few hundred bytes would be forty requests, each a message between
 * four processes.
 */
const root = fileURLToPath(new URL('.', import.meta.url))

const { groups, check } = sharedChunks(root, [
  {
    // React and the router in one file: every page needs all of them, and one file compresses better than eight.
    name: 'framework',
    modules: below('node_modules', 'react/ react-dom/ react-router/ scheduler/'),
  },
  // Parts of every public page.
  {
    name: 'words',
    // All messages use the plural rules: left alone they would end up in the chunk of one site.
    modules: ['.generated/messages/registry', ...messages('site', 'inner', 'failure')],
  },
  {
    // The order of the CSS layers is in the chunk of the parts, so it comes before every other style sheet.
    name: 'parts',
    modules: [
      ...below(
        'src/ui',
        'layers layout-constants fonts controls/button controls/field controls/icon controls/pagination controls/text-link',
      ),
      ...below('src/ui/text', 'non-breaking-units rich-text section unbroken-text visually-hidden'),
      ...below('src/ui', 'format/format-day format/language-attributes media/picture'),
      ...below('src/ui', 'browser/rise-on-scroll browser/run-later browser/show-deferred'),
      ...below('src/ui/feedback', 'failure-messages notice use-failure'),
      ...below('src/firm/site', 'text/bind-units layout/firm-paths search/search-field header/use-header-state'),
      ...below('src/firm/site', 'page-parts/closing-section page-parts/page-header'),
      ...below(
        'src/content/site',
        'describe-page language-links localize-path use-drawer use-logged-in use-header-menus',
      ),
      'src/kit/text/format-values',
      'src/kit/time/seoul-day',
      'node_modules/clsx/',
      'vite/preload-helper',
    ],
  },
  {
    // Shared by all pages of the Firm besides the layout; account pages in its style use most of it.
    name: 'firm',
    modules: [
      ...below('src/firm/site/header', 'chat-link firm-header firm-logo header-menu menu-drawer'),
      ...below('src/firm/site/layout', 'firm-footer page-failure page-frame telephone-line'),
      'src/firm/offices/public/office-address',
    ],
  },
  {
    // Shared by the pages of Match, with its messages; what only one page uses, such as joining, stays with that page.
    name: 'match',
    modules: [
      ...messages('match_menu', 'match_footer', 'match_step', 'match_apply', 'match_fair', 'match_filter', 'match_own'),
      'src/match/site/parts/',
      ...below('src/match/site', 'text/bind-units layout/page-head layout/match-paths home/hall-picture-source'),
    ],
  },
  {
    // Messages of the cards of people, projects and stories.
    name: 'cards',
    modules: [
      ...messages('reading_fact', 'home_lawyer', 'home_stories'),
      ...below('src/firm/lawyers', 'rules public/lawyer-title'),
    ],
  },
])

const list = 'src/console/kit/list/list-screen'
const form = 'src/console/kit/form/form-screen'

const console = /(^|\/)console\//
const members = /(^|\/)console\/|^src\/people\/account\/|\/public\/(my-|member-match-frame)/
/** Everything except pages that only display content without calling the API: those have a script budget. */
const asking =
  /^(?!src\/(root|entry\.client|firm\/site\/(layout\/(firm-layout|page-frame)|home|article\/|stories\/|projects\/|lawyers\/|practice\/)|\w+\/site\/(layout|page-frame|home|works\/work-page)))/
/** Pages in the style of a product site. */
const halls = /^src\/(match|auction|shop)\/|^src\/people\/account\//
const layout = 'src/console/shell/layout'
const me = 'src/people/account/me/layout'
/** Used by most lists, although the list screen itself does not import it. */
const listParts = below(
  'src/console/kit',
  'list/columns/common-columns parts/dialogs/ask-reason parts/time/publication-period parts/values/sheet-button parts/preview/preview-controls',
)
const site = (name: string, files: string) => below(`src/${name}/site`, files).map((each) => [each])

const screens = screenChunks(root, groups, [
  {
    name: 'session',
    part: asking,
    from: below('src/session', 'session page-guard use-session')
      .concat('src/kit/issue-messages')
      .map((each) => [each]),
  },
  { name: 'members', part: members, from: [[layout, me]] },
  { name: 'console', part: console, from: [[layout], [list, form]] },
  { name: 'console-list', part: console, from: [list, ...listParts].map((each) => [each]) },
  { name: 'console-form', part: console, from: [[form]], except: /^node_modules\/(?!@mantine|@floating-ui)/ },
  { name: 'halls', part: halls, from: [['src/auction/site/layout/layout', 'src/shop/site/layout/shop-layout']] },
  { name: 'me', part: /^src\/people\/account\/me\/|\/public\/(my-|member-match-frame)/, from: [[me]] },
  { name: 'auction', part: /^src\/auction\//, from: site('auction', 'layout/layout layout/page-frame layout/failure') },
  {
    name: 'shop',
    part: /^src\/shop\//,
    from: site('shop', 'layout/shop-layout layout/page-frame layout/page-failure'),
  },
])

export default defineConfig(({ command }) => ({
  // Bundle hundreds of small files into one: finding and reading them at each start would be slow.
  ssr: { noExternal: command === 'build' ? bundledPackages : [] },
  plugins: [
    // A build uses the compiled messages (scripts/setup/prepare-product.mjs); development recompiles them when the catalogues change.
    process.env.NODE_ENV === 'development' &&
      paraglideVitePlugin({
        project: './project.inlang',
        outdir: './.generated/messages',
        strategy: ['globalVariable', 'baseLocale'],
      }),
    leanMessages,
    inlineScripts,
    // The server renders only the empty frame of the console: its screens need a session that only the browser has.
    withoutScreens(
      /\/src\/(console\/shell\/(console|screens|screens\/missing|desk\/dashboard|style\/style)|\w+\/[\w-]+\/(?:[\w-]+\/)?console\/(?:[\w-]+\/)?[\w-]+)\.tsx?$/,
    ),
    narrowServer,
    reactRouter(),
    check,
    screens.collect,
    codedFiles,
  ],
  css: {
    postcss: {
      plugins: [
        coreFonts({
          'Text Core': ['Pretendard Variable'],
          'Display Core': ['Noto Serif KR Variable'],
          'Text Core SC': ['Noto Sans SC Variable', 'Pretendard Variable'],
          'Display Core SC': ['Noto Serif SC Variable', 'Noto Serif KR Variable'],
        }),
      ],
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [...groups, ...screens.groups] },
          },
        },
      },
    },
  },
  build: {
    sourcemap: false,
    target: 'es2022',
    // An inlined font would be downloaded by everyone, and the content security policy allows fonts from files only.
    assetsInlineLimit: (file: string) => (file.endsWith('.woff2') ? false : undefined),
  },
}))
