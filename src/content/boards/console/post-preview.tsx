import { Modal } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import clsx from 'clsx'
import { useState } from 'react'
import type { KnownFiles } from '#console/kit/form/form-context.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import {
  LocaleControl,
  type PreviewSize,
  previewWidths,
  SizeControl,
} from '#console/kit/parts/preview/preview-controls.tsx'
import { SafeHtml } from '#console/kit/parts/preview/safe-html.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import type { Locale } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import type { Board } from '../contract.ts'
import styles from './post-preview.module.css'
import type { PostShape } from './post-resource.tsx'

interface PostPreviewProps {
  opened: boolean
  close: () => void
  post: PostShape
  knownFiles: KnownFiles
  boards: readonly Board[]
}

/** Previews the public article at both widths and in each language, including unsaved changes. */
export function PostPreview({ opened, close, ...rest }: PostPreviewProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={1360}
      title={m.boards_preview()}
      closeButtonProps={{ 'aria-label': m.form_close() }}
    >
      {opened && <Preview {...rest} />}
    </Modal>
  )
}

function Preview({ post, knownFiles, boards }: Omit<PostPreviewProps, 'opened' | 'close'>) {
  const [size, setSize] = useState<PreviewSize>('wide')
  const [locale, setLocale] = useState<Locale>('ko')
  const { ref, width: availableWidth } = useElementSize<HTMLDivElement>()
  const { ref: page, height } = useElementSize<HTMLElement>()
  const width = previewWidths[size]
  const scale = availableWidth > 0 ? Math.min(1, availableWidth / width) : 1
  // A language without a text falls back to Korean, as on the site.
  const shown = post.texts[locale] ? locale : 'ko'
  return (
    <>
      <div className={styles.head}>
        <SizeControl value={size} onChange={setSize} />
        <LocaleControl value={locale} onChange={setLocale} />
        {shown !== locale && <span className={styles.note}>{m.boards_shown_in_korean()}</span>}
      </div>
      <div ref={ref} className={styles.room} style={{ height: height * scale }}>
        <article
          ref={page}
          className={clsx(styles.page, size === 'phone' && styles.phone)}
          style={{ width, transform: `scale(${scale})`, marginInline: scale === 1 ? 'auto' : undefined }}
          lang={languageTag[shown]}
        >
          <Article post={post} locale={shown} knownFiles={knownFiles} boards={boards} />
        </article>
      </div>
    </>
  )
}

function Article({
  post,
  locale,
  knownFiles,
  boards,
}: {
  post: PostShape
  locale: Locale
  knownFiles: KnownFiles
  boards: readonly Board[]
}) {
  const text = post.texts[locale] ?? post.texts.ko
  const cover = post.thumb ? knownFiles.picture(post.thumb) : undefined
  const board = boards.find(({ code }) => code === post.code)
  const category = board?.categories.find(({ key }) => key === post.category)
  return (
    <>
      <header className={styles.header}>
        {category && <p className={styles.category}>{textIn(locale, category.title)}</p>}
        <h2 className={styles.title}>{text.subject || m.boards_untitled()}</h2>
        <p className={styles.meta}>{fullInstant(text.publishFrom ?? new Date().toISOString())}</p>
      </header>
      {cover && <img className={styles.cover} src={pictureAddress(cover, 1440)} alt={textIn(locale, cover.alt)} />}
      <div className={styles.matter}>
        {text.summary && <p className={styles.lead}>{text.summary}</p>}
        <SafeHtml className={styles.body} html={text.body} />
        {post.files.length > 0 && (
          <section className={styles.files}>
            <h3>
              {m.boards_files()} {post.files.length}
            </h3>
            <ul>
              {post.files.map((id) => {
                const file = knownFiles.file(id)
                return (
                  <li key={id}>
                    <span>{file?.name ?? id}</span>
                    <span>{file && formatFileSize(file.bytes)}</span>
                    <Icon name="download" />
                  </li>
                )
              })}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}
