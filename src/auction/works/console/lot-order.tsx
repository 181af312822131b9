import { Button, Select } from '@mantine/core'
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
import { refusalMessage } from '#session/error-message.ts'
import { type WorkLine, works } from '../contract.ts'
import { client, resource } from './resource.tsx'
import { useAuctionOptions } from './work-choice-field.tsx'

/** Reorders the lots of an auction, which sets their ends: by dragging, or with Alt and the arrow keys. */
export default function WorkOrder() {
  const [search, setSearch] = useSearchParams()
  const programs = useAuctionOptions()
  const program = search.get('program') ?? programs[0]?._id ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: [works.list.path, 'order', program],
    queryFn: ({ signal }) =>
      readAllPages('works', (page) => client.list({ query: { ...page, program, sort: 'lot' } }, { signal })).then(
        (list) => list.works,
      ),
    enabled: program !== '',
    refetchOnWindowFocus: false,
  })
  return (
    <Screen
      title={m.works_order()}
      before={
        <Button component={Link} to="/console/auction/works" variant="subtle" leftSection={<Icon name="back" />}>
          {m.works_title()}
        </Button>
      }
      note={
        <Select
          aria-label={m.works_program()}
          data={programs.map(({ _id, title }) => ({ value: _id, label: title.ko }))}
          value={program || null}
          onChange={(next) => next && setSearch({ program: next }, { replace: true })}
          allowDeselect={false}
        />
      }
      hasNoMargin
    >
      {error ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        data && <LotOrder key={program} program={program} works={data} reread={() => void refetch()} />
      )}
    </Screen>
  )
}

interface LotOrderProps {
  program: string
  works: readonly WorkLine[]
  reread: () => void
}

function LotOrder({ program, works: lots, reread }: LotOrderProps) {
  const mayWrite = useMayWrite(resource.access)
  const reload = useReload(resource.path)
  return (
    <ReorderList
      records={lots.map(({ _id, title }) => ({ _id, name: title.ko }))}
      note={(_record, index) => `LOT ${index + 1}`}
      mayWrite={mayWrite}
      save={(ids) =>
        client.order({ params: { id: program }, body: { works: ids } }).catch((error: unknown) => {
          throw new Error(refusalMessage(error))
        })
      }
      onSaved={() => reload((part) => part !== 'order')}
      onRefused={reread}
      texts={{ help: m.works_order_help(), none: m.works_order_none(), moved: m.works_order_moved }}
    />
  )
}
