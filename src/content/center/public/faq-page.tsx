import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { questionTypes } from '#people/faqs/contract.ts'
import { FaqList } from '#people/faqs/public/faq-list.tsx'
import { CenterPageLayout } from './center-page-layout.tsx'
import { getCenterContext, loadCenter } from './load-center.ts'

export const handle: PageHandle = { cached: true, query: ['type'] }

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin } = getCenterContext(context)
  const requestedType = url.searchParams.get('type')
  const [center, { faqs }] = await Promise.all([loadCenter(api), api.faqs.published({})])
  return {
    ...center,
    origin,
    faqs,
    type: questionTypes.find((type) => type === requestedType) ?? null,
  }
}

const stripTags = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? describePage({
        title: `${m.center_faq()} · ${page.name}`,
        description: m.center_faq_description({ name: page.name }),
        origin: page.origin,
        path: currentLocalePath('/center/faq'),
        siteName: page.name,
        crumbs: [{ title: m.center_title(), to: '/center/notices' }, { title: m.center_faq() }],
        about: {
          '@type': 'FAQPage',
          mainEntity: page.faqs.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: stripTags(answer) },
          })),
        },
      })
    : []

export default function Faq() {
  const { faqs, type, ...center } = useLoaderData<typeof loader>()
  const path = currentLocalePath('/center/faq')
  return (
    <CenterPageLayout part="faq" {...center}>
      <FaqList faqs={faqs} type={type} to={(one) => (one ? `${path}?type=${one}` : path)} />
    </CenterPageLayout>
  )
}

export { AccountFailure as ErrorBoundary } from '#people/account/layout/account-failure.tsx'
