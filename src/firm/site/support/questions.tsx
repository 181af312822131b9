import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/description.ts'
import type { PageHandle } from '#kit/web/handle.ts'
import { m } from '#messages/messages.js'
import { Questions } from '#people/questions/public/questions.tsx'
import { siteContext } from '../api.ts'
import { linkTo, pageCard } from '../found/card.ts'
import { place } from '../place.ts'
import { readSupport } from './support-data.ts'
import { SupportFrame } from './support-frame.tsx'

export const handle: PageHandle = { cached: true }

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale } = siteContext(context)
  const [support, { faqs }] = await Promise.all([readSupport(api), api.faqs.published({})])
  return { ...support, origin, card: linkTo(pageCard(locale, 'support', support.name)), faqs }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? [
        ...describePage({
          title: `${m.support_questions()} · ${page.name}`,
          description: m.support_questions_description({ name: page.name }),
          origin: page.origin,
          path: place('/center/questions'),
          siteName: page.name,
          card: page.card,
          crumbs: [{ title: m.support_title(), to: '/center/notices' }, { title: m.support_questions() }],
        }),
      ]
    : []

export default function QuestionsPage() {
  const { faqs, ...support } = useLoaderData<typeof loader>()
  return (
    <SupportFrame part="questions" {...support} hasAside={false}>
      <Questions address={place('/center/questions')} faqs={faqs} />
    </SupportFrame>
  )
}
