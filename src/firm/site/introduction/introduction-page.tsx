import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { type Breadcrumb, describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { AnchorBar } from '../blocks/anchor-bar.tsx'
import { BlockViews } from '../blocks/block-views.tsx'
import { loadBlockRecords } from '../blocks/load-block-records.ts'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createIntroductionCard } from '../social-cards/firm-cards.ts'
import styles from './introduction-page.module.css'

export const handle: PageHandle = { cached: true }

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const [{ sections }, { setting }] = await Promise.all([
    api.pages.published({ params: { page: 'center' } }),
    api.settings.published(),
  ])
  const head = sections.find(({ kind }) => kind === 'blocks')
  if (!head) throw data(null, { status: 404 })
  const blocks = sections.flatMap((section) => section.blocks)
  const records = await loadBlockRecords(api, blocks, null, setting)
  const { name, phone } = setting
  return { origin, head, card: getCardLink(createIntroductionCard(locale, head, name)), blocks, records, name, phone }
}

const listBreadcrumbs = (): Breadcrumb[] => [{ title: m.site_menu_firm() }]

export const meta: MetaFunction<typeof loader> = ({ loaderData: page, location }) => {
  if (!page) return []
  const { head, card, name, phone, origin } = page
  return describePage({
    title: `${m.site_menu_firm()} · ${name}`,
    description: head.lead,
    origin,
    path: location.pathname,
    siteName: name,
    card,
    crumbs: listBreadcrumbs(),
    about: {
      '@type': 'AboutPage',
      name: m.site_menu_firm(),
      mainEntity: { '@type': 'LegalService', name, telephone: phone, url: origin + localizePath('/') },
    },
  })
}

/** Introduction of the firm, from the blocks of the page `center`. */
export default function IntroductionPage() {
  const { head, blocks, records } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        className={styles.head}
        title={head.title}
        lead={head.lead}
        lang={foreignLang(head.lang)}
        crumbs={listBreadcrumbs()}
        picture={
          head.picture && (
            <Picture
              isFirst
              className={styles.picture}
              picture={head.picture}
              alt={inPageLanguage(head.picture.alt)}
              sizes="(min-width: 1344px) 624px, (min-width: 1200px) 46vw, 94vw"
            />
          )
        }
      />
      {blocks.length > 1 && <AnchorBar blocks={blocks} />}
      <BlockViews blocks={blocks} records={records} />
    </>
  )
}
