import { Button, Modal } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { type SyntheticEvent, useState } from 'react'
import type { Locale } from '#kit/contract.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { consoleLocale } from '../../console-locale.ts'
import { Icon } from '../../parts/icon.tsx'
import { languageName } from '../../parts/language-marks.tsx'
import {
  LocaleControl,
  type PreviewSize,
  previewSizeName,
  previewWidths,
  SizeControl,
} from '../../parts/preview/preview-controls.tsx'
import { clockTime } from '../../parts/time/seoul-time.ts'
import styles from './page-preview.module.css'

/** Preview that the server stores temporarily, and the page that shows it. */
export interface PreviewToken {
  token: string
  /** Expiry, ISO 8601. */
  until: string
  /** Address of the page, without language. */
  page: string
}

/** Renders the public page with the form's values instead of the stored ones, in each language and in both widths. */
export function PagePreview({ preview, close }: { preview: PreviewToken | undefined; close: () => void }) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false
  return (
    <Modal
      fullScreen={isPhone}
      opened={preview !== undefined}
      onClose={close}
      size={1360}
      title={m.preview_title()}
      closeButtonProps={{ 'aria-label': m.form_close() }}
      classNames={{ content: styles.content, body: styles.body }}
    >
      {preview && <Preview preview={preview} />}
    </Modal>
  )
}

function Preview({ preview }: { preview: PreviewToken }) {
  const [size, setSize] = useState<PreviewSize>(() => (window.innerWidth < 768 ? 'phone' : 'wide'))
  const [locale, setLocale] = useState<Locale>(consoleLocale)
  const { ref, width: room, height } = useElementSize<HTMLDivElement>()
  const width = previewWidths[size]
  const scale = room > 0 ? Math.min(1, room / width) : 1
  const [path = '', hash] = preview.page.split('#')
  const address = `${inLocale(locale, path)}?preview=${preview.token}${hash ? `#${hash}` : ''}`
  return (
    <>
      <div className={styles.head}>
        <SizeControl value={size} onChange={setSize} />
        <LocaleControl value={locale} onChange={setLocale} />
        <span className={styles.note}>{m.preview_until({ time: clockTime(preview.until) })}</span>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          variant="subtle"
          leftSection={<Icon name="external" />}
        >
          {m.preview_tab()}
        </Button>
      </div>
      <div ref={ref} className={styles.room}>
        <iframe
          key={address}
          className={styles.page}
          title={m.preview_frame({ language: languageName[locale], width: previewSizeName(size) })}
          src={address}
          style={{
            width,
            height: height / scale,
            transform: `scale(${scale})`,
            marginInline: `${(room - width * scale) / 2}px`,
          }}
          onLoad={stayHere}
        />
      </div>
    </>
  )
}

/** Opens links of the previewed page in a new tab and blocks its forms. */
const stayHere = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
  const inner = currentTarget.contentWindow
  if (!inner) return
  inner.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element | null)?.closest?.('a')
      if (!link) return
      const here = link.pathname === inner.location.pathname && link.hash !== ''
      if (here) return
      event.preventDefault()
      event.stopPropagation()
      if (link.protocol.startsWith('http')) window.open(link.href, '_blank', 'noopener')
    },
    true,
  )
  inner.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
}
