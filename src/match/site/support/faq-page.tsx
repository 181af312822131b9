import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { questionTypes } from '#people/faqs/contract.ts'
import { FaqList } from '#people/faqs/public/faq-list.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { PageHeader } from '../parts/page/page-header.tsx'
import styles from './support-page.module.css'

export const handle: PageHandle = { hydrate: 'idle', cached: true, query: ['type'] }

const path = '/match/faq'

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const requested = url.searchParams.get('type')
  const [{ faqs }, { setting }] = await Promise.all([api.faqs.published({}), api.settings.published()])
  return {
    origin,
    card: toCardLink(pageCard(locale, 'faq')),
    faqs,
    type: questionTypes.find((type) => type === requested) ?? null,
    phone: setting.phone,
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: m.match_faq(),
        description: m.match_faq_description(),
        origin: page.origin,
        to: path,
        card: page.card,
        crumbs: [{ title: m.match_faq() }],
        about: {
          '@type': 'FAQPage',
          mainEntity: page.faqs.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: toSingleLine(answer, 5000) },
          })),
        },
      })
    : []

/** Frequent questions in the Match frame, with contact options. */
export default function FaqPage() {
  const { faqs, type, phone } = useLoaderData<typeof loader>()
  const here = localizePath(path)
  return (
    <>
      <PageHeader
        title={m.match_faq()}
        lead={m.match_faq_lead()}
        crumbs={[{ title: m.match_name(), to: '/match' }, { title: m.match_faq() }]}
      />
      <div className={styles.body}>
        <FaqList faqs={faqs} type={type} to={(one) => (one ? `${here}?type=${one}` : here)} />
        <div className={styles.ask}>
          <h2>{m.match_ask_title()}</h2>
          <p>
            <a href={`tel:${phone}`}>{phone}</a> · {m.center_weekdays()}
          </p>
          <p>
            <TextLink to={localizePath('/center/questions')} reloadDocument>
              {m.match_ask()}
            </TextLink>
          </p>
        </div>
      </div>
    </>
  )
}
