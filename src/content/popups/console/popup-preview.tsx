import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { useForm } from '#console/kit/form/form-context.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import { LocaleControl } from '#console/kit/parts/preview/preview-controls.tsx'
import { pages } from '#content/pages/contract.ts'
import { type Locale, locales, type Picture } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { languageTag } from '#kit/locale.ts'
import { periodState } from '#kit/time/period-state.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import styles from './popup-preview.module.css'
import type { PopupShape } from './popup-resource.tsx'

const site = clientOf(pages)

/** Returns the hero picture of the home page as the background. */
const useGround = (): Picture | null => {
  const { data } = useQuery({
    queryKey: ['public', 'home'],
    queryFn: ({ signal }) => site.published({ params: { page: 'home' } }, { signal }),
    staleTime: 300_000,
  })
  return data?.sections.find(({ kind }) => kind === 'hero')?.picture ?? null
}

/** Previews the popup being edited, at both widths. */
export function PopupPreview({ popup }: { popup: PopupShape }) {
  const [locale, setLocale] = useState<Locale>('ko')
  const ground = useGround()
  const { knownFiles } = useForm()
  const picture = (popup.picture && knownFiles.picture(popup.picture)) || null
  return (
    <div className={styles.preview}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{m.popups_preview()}</h2>
        <LocaleControl value={locale} onChange={setLocale} />
      </div>
      {popup.device !== 'mobile' && (
        <Window name={m.popups_preview_wide()} width={1280} height={752} ground={ground}>
          <PopupDrawing popup={popup} picture={picture} locale={locale} phone={false} />
        </Window>
      )}
      {popup.device !== 'desktop' && (
        <Window name={m.popups_preview_phone()} width={390} height={760} ground={ground} phone>
          <PopupDrawing popup={popup} picture={picture} locale={locale} phone />
        </Window>
      )}
      <Remarks popup={popup} picture={picture} />
    </div>
  )
}

/** Renders its content at a fixed size in px, scaled to the available width. */
function Window({
  name,
  width,
  height,
  ground,
  phone,
  children,
}: {
  name: string
  width: number
  height: number
  ground: Picture | null
  phone?: boolean
  children: React.ReactNode
}) {
  const { ref, width: availableWidth } = useElementSize<HTMLDivElement>()
  const scale = availableWidth / width
  return (
    <figure className={styles.figure} data-phone={phone || undefined}>
      <figcaption>{name}</figcaption>
      {/* Inert: the form already states this content. */}
      <div ref={ref} className={styles.room} style={{ aspectRatio: `${width} / ${height}` }} aria-hidden="true" inert>
        <div className={styles.window} style={{ width, height, transform: `scale(${scale})` }}>
          {ground && <img className={styles.ground} src={pictureAddress(ground, 960)} alt="" />}
          {children}
        </div>
      </div>
    </figure>
  )
}

interface DrawingProps {
  popup: PopupShape
  picture: Picture | null
  locale: Locale
  phone: boolean
}

/** Returns the layout: docked unless shown on arrival; past the first screen a modal is a sheet on phones. */
const getPreviewSkin = ({ skin, atOnce }: PopupShape, phone: boolean) => {
  if (skin === 'modal') return phone ? (atOnce ? 'docked' : 'sheet') : 'modal'
  return phone || !atOnce ? 'docked' : 'basic'
}

function PopupDrawing({ popup, picture, locale, phone }: DrawingProps) {
  const title = textIn(locale, popup.title) || m.popups_preview_untitled()
  const label = textIn(locale, popup.linkLabel) || m.popup_more()
  const body = <RichText html={textIn(locale, popup.body)} />
  if (popup.skin === 'bar')
    return (
      <div className={styles.bar} data-phone={phone || undefined} lang={languageTag[locale]}>
        <strong>{title}</strong>
        {!phone && <span className={styles.barText}>{body}</span>}
        {!phone && popup.link && <span className={styles.link}>{label}</span>}
        <span className={styles.spring} />
        <span>{m.popup_hide_today_short()}</span>
        <Icon name="close" />
      </div>
    )
  const skin = getPreviewSkin(popup, phone)
  const veiled = skin === 'modal' || skin === 'sheet'
  return (
    <>
      {veiled && <div className={styles.veil} />}
      <div
        className={styles.card}
        data-skin={skin}
        data-corner={popup.corner}
        data-told={textIn(locale, popup.body) !== '' || undefined}
        style={{ '--width': `${popup.width}px` } as CSSProperties}
        lang={languageTag[locale]}
      >
        <div className={styles.cardHead}>
          <span>{m.popup_label_one()}</span>
          <Icon name="close" size={20} />
        </div>
        {picture && <img className={styles.picture} src={pictureAddress(picture, 480)} alt="" />}
        <div className={styles.words}>
          <p className={styles.title}>{title}</p>
          <div className={styles.text}>{body}</div>
          {popup.link && <span className={styles.link}>{label}</span>}
        </div>
        <div className={styles.cardFoot}>
          <span>{m.popup_hide_today()}</span>
          <strong>{m.popup_close()}</strong>
        </div>
      </div>
    </>
  )
}

/** Lists likely mistakes. */
function Remarks({ popup, picture }: { popup: PopupShape; picture: Picture | null }) {
  const shown = locales.filter((locale) => popup.locales.length === 0 || popup.locales.includes(locale))
  const untranslated = shown.filter((locale) => locale !== 'ko' && !popup.title[locale])
  const ended = periodState(popup.startAt, popup.endAt, new Date()) === 'ended'
  const remarks = [
    ...untranslated.map((locale) => m.popups_remark_language({ language: languageName[locale] })),
    ...(picture && !picture.alt.ko ? [m.popups_remark_alt()] : []),
    ...(popup.atOnce ? [m.popups_remark_at_once()] : []),
    ...(ended ? [m.popups_remark_ended()] : []),
    ...(popup.linkLabel.ko && !popup.link ? [m.popups_remark_link()] : []),
  ]
  if (remarks.length === 0) return null
  return (
    <ul className={styles.remarks}>
      {remarks.map((remark) => (
        <li key={remark}>
          <Icon name="warning" size={14} /> {remark}
        </li>
      ))}
    </ul>
  )
}
