import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import { OfficeCard } from '#firm/offices/public/office-card.tsx'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { Section } from '#ui/text/section.tsx'
import { loadRequestForm } from '../consult/load-request-form.ts'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createOfficeCard } from '../social-cards/firm-cards.ts'
import { OfficeFacts } from './office-facts.tsx'
import { OfficeMapWindow } from './office-map-window.tsx'
import styles from './office-page.module.css'
import { OfficeRequest } from './office-request.tsx'
import { formatAddress, toOfficeSchema } from './office-schema.ts'
import { prepareOfficeMap } from './prepare-office-map.ts'

export const handle: PageHandle = { cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const { office } = await api.offices.place({ params: { key: params.key ?? '' } })
  const [{ offices }, { setting }, form] = await Promise.all([
    api.offices.published(),
    api.settings.published(),
    loadRequestForm(api),
  ])
  return {
    origin,
    siteName: setting.name,
    office,
    way: prepareOfficeMap(office),
    offices,
    form,
    card: getCardLink(createOfficeCard(locale, office, setting.name)),
    // Rendered on the server, so that the browser need not load its messages.
    description: m.people_office_description({
      firm: setting.name,
      office: office.title,
      address: formatAddress(office),
      phone: office.phone,
      hours: office.hours,
    }),
    about: {
      ...toOfficeSchema(office, origin, setting.name),
      ...(office.fax && { faxNumber: office.fax }),
      ...(office.opening.length > 0 && { openingHours: office.opening }),
      parentOrganization: { '@type': 'LegalService', name: setting.name, url: origin + localizePath('/') },
    },
  }
}

type OfficePage = Awaited<ReturnType<typeof loader>>

const buildCrumbs = ({ office }: OfficePage) => [
  { title: m.site_menu_contact(), to: '/contact/seoul' },
  { title: office.title, to: undefined },
]

export const meta: MetaFunction<typeof loader> = ({ loaderData: page, location }) => {
  if (!page) return []
  const { office, siteName, origin, description, about } = page
  return describePage({
    title: m.people_page_title({ page: m.people_office_title({ office: office.title }), name: siteName }),
    description,
    origin,
    path: location.pathname,
    siteName,
    card: page.card,
    crumbs: buildCrumbs(page),
    about,
  })
}

export default function OfficeScreen() {
  const page = useLoaderData<typeof loader>()
  const { office, offices } = page
  const lang = foreignLang(office.lang)
  const others = offices.filter(({ key }) => key !== office.key)
  return (
    <>
      <PageHeader title={office.title} lang={lang} crumbs={buildCrumbs(page)} className={styles.head} />
      <nav className={styles.offices} data-ground="paper" aria-label={m.people_offices()}>
        <ul>
          {offices.map(({ key, title, lang: own }) => (
            <li key={key}>
              <Link
                className={styles.office}
                to={localizePath(`/contact/${key}`)}
                aria-current={key === office.key ? 'page' : undefined}
                lang={foreignLang(own)}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.place} data-ground="paper">
        <OfficeFacts office={office} />
        {office.map.length > 0 && <OfficeMapWindow office={office} way={page.way} />}
      </div>
      {office.photos.length > 0 && (
        <ul className={styles.photos} data-ground="paper" aria-label={m.people_photos()}>
          {office.photos.map((photo) => (
            <li key={photo._id}>
              <Picture
                className={styles.photo}
                picture={photo}
                alt={inPageLanguage(photo.alt)}
                sizes="(min-width: 1200px) 405px, (min-width: 768px) 31vw, 92vw"
              />
            </li>
          ))}
        </ul>
      )}
      <OfficeRequest key={office.key} office={office} form={page.form} />
      <Section ground="white" title={m.people_offices_other()} className={styles.others}>
        <ul className={styles.cards}>
          {others.map((one) => (
            <li key={one._id}>
              <OfficeCard office={one} to={localizePath(`/contact/${one.key}`)} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
