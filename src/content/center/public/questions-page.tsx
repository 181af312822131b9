import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { Questions } from '#people/questions/public/questions.tsx'
import { CenterPageLayout } from './center-page-layout.tsx'
import { getCenterContext, loadCenter } from './load-center.ts'

export const handle: PageHandle = { cached: true }

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin } = getCenterContext(context)
  const [center, { faqs }] = await Promise.all([loadCenter(api), api.faqs.published({})])
  return { ...center, origin, faqs }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? [
        ...describePage({
          title: `${m.center_questions()} · ${page.name}`,
          description: m.center_questions_description({ name: page.name }),
          origin: page.origin,
          path: currentLocalePath('/center/questions'),
          siteName: page.name,
          crumbs: [{ title: m.center_title(), to: '/center/notices' }, { title: m.center_questions() }],
        }),
      ]
    : []

export default function QuestionsPage() {
  const { faqs, ...center } = useLoaderData<typeof loader>()
  return (
    <CenterPageLayout part="questions" {...center} hasAside={false}>
      <Questions address={currentLocalePath('/center/questions')} faqs={faqs} />
    </CenterPageLayout>
  )
}

export { AccountFailure as ErrorBoundary } from '#people/account/layout/account-failure.tsx'
