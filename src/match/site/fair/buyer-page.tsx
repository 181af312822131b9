import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { categoryLabels, wayLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { foreignLang, joinList } from '#ui/format/language-attributes.ts'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { CompanyHeader } from '../parts/company/company-header.tsx'
import { CompanyFacts, CompanyIntroduction } from '../parts/company/company-sections.tsx'
import body from '../parts/page/page-body.module.css'
import { countryName, languageName } from '../text/field-labels.ts'
import { BuyerContact } from './buyer-contact.tsx'
import { loadFair } from './fair-data.ts'
import { MeetingAction } from './meeting-action.tsx'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const id = params.fair ?? ''
  const buyer = params.buyer ?? ''
  const [{ fair }, { buyer: found }] = await Promise.all([
    loadFair(api, id),
    api.participants.buyer({ params: { id, buyer } }),
  ])
  const country = countryName(found.country)
  const interests = joinList(found.interests.map((one) => categoryLabels[one]()))
  return {
    origin,
    fair,
    buyer: {
      ...found,
      country,
      interests,
      way: wayLabels[found.buyerType](),
      area: [country, found.areaCity, found.areaDistrict].filter(Boolean).join(' '),
      languages: joinList(found.languages.map(languageName)),
    },
    card: toCardLink(recordCards.buyer(locale, found, fair)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: `${page.buyer.name} · ${page.fair.title}`,
        description: toSingleLine(
          m.match_buyer_description({
            name: page.buyer.name,
            fair: page.fair.title,
            country: page.buyer.country,
            interests: page.buyer.interests,
          }),
        ),
        origin: page.origin,
        to: `/match/fairs/${page.fair._id}/buyers/${page.buyer._id}`,
        card: page.card,
        about: { '@type': 'Organization', name: page.buyer.name },
        crumbs: [
          { title: page.fair.title, to: `/match/fairs/${page.fair._id}` },
          { title: m.match_part_buyers(), to: `/match/fairs/${page.fair._id}/buyers` },
          { title: page.buyer.name },
        ],
      })
    : []

/** Page of a buyer in a fair: interests and area. Contact data is shown only to companies with a matching. */
export default function BuyerPage() {
  const { fair, buyer } = useLoaderData<typeof loader>()
  return (
    <>
      <CompanyHeader
        side="buyer"
        name={buyer.name}
        crumbs={[
          { title: fair.title, to: `/match/fairs/${fair._id}`, lang: foreignLang(fair.lang) },
          { title: m.match_part_buyers(), to: `/match/fairs/${fair._id}/buyers` },
          { title: buyer.name },
        ]}
        line={[buyer.area, m.match_buyer_reviewed()].filter(Boolean).join(' · ')}
      >
        <MeetingAction fair={fair} company={buyer._id} side="seller" />
      </CompanyHeader>
      <div className={body.columns}>
        <div className={body.main}>
          <CompanyFacts
            company={buyer}
            category={buyer.category}
            more={[
              { name: m.match_buyer_type(), value: buyer.way },
              { name: m.match_buyer_area(), value: buyer.area },
              { name: m.match_buyer_interests(), value: buyer.interests },
            ]}
          />
          <section aria-labelledby="contact">
            <h2 id="contact" className={body.title}>
              {m.match_buyer_contact()}
            </h2>
            <BuyerContact fair={fair._id} buyer={buyer._id} />
          </section>
        </div>
        <aside className={body.aside}>
          <CompanyIntroduction text={buyer.introduction} />
        </aside>
      </div>
    </>
  )
}
