import { useForm } from '#console/form/form-context.ts'
import { languageName } from '#console/parts/language-marks.tsx'
import { PictureInput } from '#console/parts/picture-input.tsx'
import { type Locale, locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import type { BannerShape } from './resource.tsx'
import styles from './slots-field.module.css'

type Slot = BannerShape['pictures'][number]
type Device = Slot['device']

const devices = [
  { device: 'desktop', shape: '4 / 1', words: m.banners_desktop },
  { device: 'mobile', shape: '1 / 1', words: m.banners_mobile },
] as const

export interface SlotsFieldProps {
  id: string
  value: Slot[]
  set: (slots: Slot[]) => void
}

/** One picture for each device and language; a language without one shows the Korean picture. */
export function SlotsField({ id, value, set }: SlotsFieldProps) {
  const { shelf } = useForm()
  const put = (device: Device, locale: Locale, picture: string | null) => {
    const others = value.filter((slot) => slot.device !== device || slot.locale !== locale)
    set(picture ? [...others, { device, locale, picture }] : others)
  }
  return (
    <div className={styles.slots}>
      {devices.map(({ device, shape, words }) => (
        <fieldset key={device} className={styles.device}>
          <legend>{words()}</legend>
          <div className={styles.languages}>
            {locales.map((locale) => {
              const picture = value.find((slot) => slot.device === device && slot.locale === locale)?.picture ?? null
              return (
                <div key={locale}>
                  <p className={styles.language}>{languageName[locale]}</p>
                  <PictureInput
                    id={device === 'desktop' && locale === 'ko' ? id : `${id}-${device}-${locale}`}
                    label={`${words()}, ${languageName[locale]}`}
                    value={picture}
                    picture={picture ? shelf.picture(picture) : undefined}
                    onChange={(next) => put(device, locale, next)}
                    onKnown={shelf.put}
                    shape={shape}
                    bare
                  />
                </div>
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
