import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/description.ts'
import type { PageHandle } from '#kit/web/handle.ts'
import { m } from '#messages/messages.js'
import { questionTypes } from '#people/faqs/contract.ts'
import { FaqList } from '#people/faqs/public/faq-list.tsx'
import { siteContext } from '../api.ts'
import { linkTo, pageCard } from '../found/card.ts'
import { place } from '../place.ts'
import { readSupport } from './support-data.ts'
import { SupportFrame } from './support-frame.tsx'

export const handle: PageHandle = { cached: true, query: ['type'] }

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = siteContext(context)
  const asked = url.searchParams.get('type')
  const [support, { faqs }] = await Promise.all([readSupport(api), api.faqs.published({})])
  return {
    ...support,
    origin,
    card: linkTo(pageCard(locale, 'support', support.name)),
    faqs,
    type: questionTypes.find((type) => type === asked) ?? null,
  }
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? describePage({
        title: `${m.support_faq()} · ${page.name}`,
        description: m.support_faq_description({ name: page.name }),
        origin: page.origin,
        path: place('/center/faq'),
        siteName: page.name,
        card: page.card,
        crumbs: [{ title: m.support_title(), to: '/center/notices' }, { title: m.support_faq() }],
        about: {
          '@type': 'FAQPage',
          mainEntity: page.faqs.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: plain(answer) },
          })),
        },
      })
    : []

export default function Faq() {
  const { faqs, type, ...support } = useLoaderData<typeof loader>()
  const path = place('/center/faq')
  return (
    <SupportFrame part="faq" {...support}>
      <FaqList faqs={faqs} type={type} to={(one) => (one ? `${path}?type=${one}` : path)} />
    </SupportFrame>
  )
}
