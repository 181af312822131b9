import { ActionIcon } from '@mantine/core'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import styles from './audit-screen.module.css'

interface PagingProps {
  page: number
  limit: number
  /** Undefined while the first page loads. */
  total: number | undefined
  onPage: (page: number) => void
}

/** Pagination footer of a log, newer and older. */
export function LogPagination({ page, limit, total, onPage }: PagingProps) {
  const pages = Math.max(1, Math.ceil((total ?? 0) / limit))
  return (
    <>
      <span className={styles.range}>
        {total !== undefined &&
          total > 0 &&
          m.audit_range({
            from: (page - 1) * limit + 1,
            to: Math.min(page * limit, total),
            total: total.toLocaleString(),
          })}
      </span>
      <nav className={styles.pages} aria-label={m.audit_pages()}>
        <ActionIcon aria-label={m.common_newer()} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <Icon name="left" />
        </ActionIcon>
        <span>{m.common_page({ page, pages })}</span>
        <ActionIcon aria-label={m.common_older()} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <Icon name="right" />
        </ActionIcon>
      </nav>
    </>
  )
}
