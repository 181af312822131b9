import { Button, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { ReorderList } from '#console/kit/parts/reorder-list.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { type Faq, faqs, type QuestionType, questionTypes } from '../contract.ts'
import { questionTypeLabels } from '../public/type-labels.ts'
import { client, resource } from './resource.tsx'

const isType = (text: string | null): text is QuestionType => questionTypes.some((type) => type === text)

/** Sets the order of a type's questions on the site, by drag and drop or Alt with the arrow keys. */
export default function FaqOrder() {
  const [search, setSearch] = useSearchParams()
  const requestedType = search.get('type')
  const type = isType(requestedType) ? requestedType : questionTypes[0]
  const { data, error, refetch } = useQuery({
    queryKey: [faqs.list.path, 'order', type],
    queryFn: ({ signal }) =>
      readAllPages('faqs', (page) => client.list({ query: { ...page, type, sort: 'position' } }, { signal })).then(
        (list) => list.faqs,
      ),
    refetchOnWindowFocus: false,
  })
  return (
    <Screen
      title={m.faqs_order()}
      before={
        <Button component={Link} to="/console/center/faqs" variant="subtle" leftSection={<Icon name="back" />}>
          {m.faqs_title()}
        </Button>
      }
      tabs={
        <Tabs value={type} onChange={(next) => next && setSearch({ type: next }, { replace: true })}>
          <Tabs.List>
            {questionTypes.map((item) => (
              <Tabs.Tab key={item} value={item}>
                {questionTypeLabels[item]()}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      }
      hasNoMargin
    >
      {error ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        data && <FaqsOrder key={type} type={type} questions={data} reread={() => void refetch()} />
      )}
    </Screen>
  )
}

interface FaqsOrderProps {
  type: QuestionType
  questions: readonly Faq[]
  reread: () => void
}

function FaqsOrder({ type, questions, reread }: FaqsOrderProps) {
  const mayWrite = useMayWrite(resource.access)
  const reload = useReload(resource.path)
  return (
    <ReorderList
      records={questions.map(({ _id, question, visible }) => ({ _id, name: question.ko, visible }))}
      note={({ visible }) => (visible ? undefined : m.list_state_hidden())}
      mayWrite={mayWrite}
      save={(ids) => client.order({ body: { type, ids } })}
      onSaved={() => reload((part) => part !== 'order')}
      onRefused={reread}
      texts={{ help: m.faqs_order_help(), none: m.faqs_order_none(), moved: m.faqs_order_moved }}
    />
  )
}
