import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { linkCard, recordCards } from '../cards/social-card.ts'
import { createPageMeta } from '../layout/page-meta.ts'
import { auctionContext } from '../loader-context.ts'
import { AuctionCrumbs } from '../parts/auction-crumbs.tsx'
import { auctionPath, proofPath, workPath } from '../paths.ts'
import { formatWorkName } from '../works/work-view.ts'
import { ProofCheck } from './proof-check.tsx'

export const handle: PageHandle = { hydrate: 'now', cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = auctionContext(context)
  const [{ work }, { setting }] = await Promise.all([
    api.works.open({ params: { id: params.work ?? '' } }),
    api.settings.published(),
  ])
  const { _id, lot, program, title, lang } = work
  const shown = { _id, lot, program, title, lang, name: formatWorkName(work) }
  return { origin, work: shown, phone: setting.phone, card: linkCard(recordCards.work(locale, work)) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? createPageMeta({
        title: `${m.auction_proof_title()} · ${page.work.name}`,
        description: m.auction_proof_description({
          name: page.work.name,
          program: page.work.program.title,
          lot: page.work.lot,
        }),
        origin: page.origin,
        to: proofPath(page.work._id),
        card: page.card,
        crumbs: [
          { title: page.work.program.title, to: auctionPath(page.work.program._id) },
          { title: m.auction_lot({ lot: page.work.lot }), to: workPath(page.work._id) },
          { title: m.auction_proof() },
        ],
      })
    : []

/** Bid history of a work, verified in the visitor's browser. */
export default function ProofPage() {
  const { work, phone } = useLoaderData<typeof loader>()
  const crumbs = [
    { title: work.program.title, to: auctionPath(work.program._id), lang: foreignLang(work.lang) },
    { title: m.auction_lot({ lot: work.lot }), to: workPath(work._id) },
    { title: m.auction_proof() },
  ]
  return <ProofCheck key={work._id} work={work} phone={phone} crumbs={<AuctionCrumbs crumbs={crumbs} />} />
}
