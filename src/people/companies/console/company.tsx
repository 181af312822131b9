import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayRequest } from '#console/kit/use-rights.ts'
import { CallPending } from '#kit/client.ts'
import { formatBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import type { CompanyCard } from '../contract-introductions.ts'
import styles from './company.module.css'
import { client, resource } from './resource.tsx'

/** A member company with its papers and kept profiles. Opening a file requires a reason, which is logged. */
export default function CompanyScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }).then(({ company }) => company),
    // Every read is logged.
    refetchOnWindowFocus: false,
  })
  const back = (
    <Button component={Link} to="/console/companies" variant="subtle" leftSection={<Icon name="back" />}>
      {m.companies_title()}
    </Button>
  )
  if (!data)
    return (
      <Screen title={m.companies_title()} before={back}>
        {error && <FailureNotice error={error} onRetry={refetch} />}
      </Screen>
    )
  const facts = [
    [m.companies_ceo(), data.ceo],
    [m.companies_number(), formatBusinessNumber(data.businessNumber)],
    [m.companies_category(), data.category],
    [m.companies_address(), data.address],
    [m.companies_account(), `${data.user.name} (${data.user.username})`],
    [m.companies_since(), fullInstant(data.createdAt)],
  ] as const
  return (
    <Screen title={data.name} before={back}>
      <div className={styles.company}>
        <dl className={styles.facts}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <Files company={data} />
      </div>
    </Screen>
  )
}

const describeScanResult = ({ read, found }: CompanyCard['introductions'][number]): string => {
  if (found > 0) return m.companies_found({ count: found })
  return read === 'whole' ? m.companies_clean() : m.companies_unread()
}

function Files({ company }: { company: CompanyCard }) {
  const [reason, setReason] = useState('')
  const [errorText, setErrorText] = useState<string>()
  const mayOpenFiles = useMayRequest('console:private-files')
  const fetchFile = async (file: string) => {
    if (reason.trim().length < 2) return setErrorText(m.companies_reason_needed())
    setErrorText(undefined)
    try {
      const { url } = await client.lookAtFile({ params: { id: company._id, file }, body: { reason } })
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    } catch (error) {
      if (error instanceof CallPending) showSuccess(error.message)
      else showError(error)
    }
  }
  const rows = [
    ...company.introductions.map((file) => ({
      ...file,
      note: describeScanResult(file),
      kind: m.companies_introduction(),
    })),
    ...company.files.map((file) => ({ ...file, note: '', kind: m.companies_paper() })),
  ]
  return (
    <section>
      <h2 className={styles.title}>{m.companies_files()}</h2>
      {rows.length === 0 ? (
        <p>{m.companies_no_files()}</p>
      ) : (
        <>
          {mayOpenFiles && (
            <TextInput
              label={m.companies_reason()}
              description={m.companies_reason_hint()}
              value={reason}
              error={errorText}
              maxLength={200}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <ul className={styles.files}>
            {rows.map(({ _id, name, bytes, note, kind }) => (
              <li key={_id}>
                <span className={styles.name}>
                  {kind} · {name} · {formatFileSize(bytes)}
                  {note && <small>{note}</small>}
                </span>
                {mayOpenFiles && (
                  <Button
                    variant="default"
                    aria-label={`${name}, ${m.companies_fetch()}`}
                    onClick={() => void fetchFile(_id)}
                  >
                    {m.companies_fetch()}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
