import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { PublicBlock } from '#content/blocks/contract.ts'
import { type Breadcrumb, describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import type { PublicPractice } from '#firm/practices/contract.ts'
import { withoutLocale } from '#kit/web/addresses/locale-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { AnchorBar } from '../blocks/anchor-bar.tsx'
import { BlockViews } from '../blocks/block-views.tsx'
import { loadBlockRecords } from '../blocks/load-block-records.ts'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createPracticeCard } from '../social-cards/firm-cards.ts'
import styles from './practice-page.module.css'

export const handle: PageHandle = { cached: true }

/** Loads the practice whose path, as set in the console, is the URL. */
export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const { practices } = await api.practices.published()
  const path = withoutLocale(url.pathname)
  const listed = practices.find((practice) => practice.path === path)
  if (!listed) throw data(null, { status: 404 })
  const [{ practice }, { setting }] = await Promise.all([
    api.practices.page({ params: { key: listed.key } }),
    api.settings.published(),
  ])
  const records = await loadBlockRecords(api, practice.blocks, practice.key, setting)
  const { name, phone } = setting
  return { origin, practice, card: getCardLink(createPracticeCard(locale, practice, name)), records, name, phone }
}

const buildCrumbs = ({ title, lang }: Pick<PublicPractice, 'title' | 'lang'>): Breadcrumb[] => [
  { title: m.site_menu_business(), to: '/business/building' },
  { title, lang: foreignLang(lang) },
]

const stripTags = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns a schema.org FAQPage of all questions on the page. */
const listQuestions = (blocks: readonly PublicBlock[]): object[] => {
  const questions = blocks.flatMap((block) => (block.kind === 'questions' ? block.items : []))
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ title, text }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: stripTags(text) },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page, location }) => {
  if (!page) return []
  const { practice, card, name, phone, origin } = page
  return describePage({
    title: `${practice.title} · ${name}`,
    description: practice.summary,
    origin,
    path: location.pathname,
    siteName: name,
    card,
    crumbs: buildCrumbs(practice),
    about: {
      '@type': 'Service',
      name: practice.title,
      description: practice.summary,
      serviceType: practice.title,
      areaServed: 'KR',
      provider: { '@type': 'LegalService', name, telephone: phone, url: `${origin}/` },
    },
    also: listQuestions(practice.blocks),
  })
}

/** Page of a practice: its header and the blocks written by staff. */
export default function PracticePage() {
  const { practice, records, phone } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        className={styles.head}
        title={practice.title}
        lead={practice.summary}
        lang={foreignLang(practice.lang)}
        crumbs={buildCrumbs(practice)}
        picture={
          practice.picture && (
            <Picture
              isFirst
              className={styles.picture}
              picture={practice.picture}
              alt={inPageLanguage(practice.picture.alt)}
              sizes="(min-width: 1344px) 624px, (min-width: 1200px) 46vw, 94vw"
            />
          )
        }
      >
        <ButtonLink to={localizePath(`/consult?practice=${practice.key}`)}>
          {records.act || m.inner_act_consult()}
        </ButtonLink>
        <TextLink to={`tel:${phone.replaceAll('-', '')}`} arrow={false} className={styles.phone}>
          {phone}
        </TextLink>
      </PageHeader>
      {practice.blocks.length > 1 && <AnchorBar blocks={practice.blocks} />}
      <BlockViews blocks={practice.blocks} records={records} />
    </>
  )
}
