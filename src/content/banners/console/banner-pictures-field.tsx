import { RowField } from '#console/kit/form/fields/row-list.tsx'
import { fieldId, useForm, usePath } from '#console/kit/form/form-context.ts'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { PictureInput } from '#console/kit/parts/media/picture-input.tsx'
import { locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { BannerInput } from '../contract.ts'
import styles from './banner-pictures-field.module.css'
import type { BannerShape } from './banner-resource.tsx'

type Slot = BannerShape['pictures'][number]

const devices = ['desktop', 'mobile'] as const

const aspectRatios = { desktop: '3 / 1', mobile: '4 / 3' } as const

/** One picture per device and language. Languages without one use the Korean pictures. */
export function PicturesField() {
  const { knownFiles } = useForm()
  const { value: pictures, set } = usePath('pictures')
  const value = BannerInput.shape.pictures.safeParse(pictures).data ?? []
  const id = fieldId('pictures')
  const words = { desktop: m.content_device_desktop(), mobile: m.content_device_mobile() }
  return (
    <div className={styles.grid}>
      {devices.flatMap((device) =>
        locales.map((locale) => {
          const isHere = (slot: Slot) => slot.device === device && slot.locale === locale
          const picture = value.find(isHere)?.picture ?? null
          const label = `${words[device]} · ${languageName[locale]}`
          return (
            <RowField key={`${device}-${locale}`} label={label}>
              <PictureInput
                id={`${id}-${device}-${locale}`}
                label={label}
                value={picture}
                picture={picture ? knownFiles.picture(picture) : undefined}
                onFile={knownFiles.add}
                onChange={(next) => {
                  const others = value.filter((slot) => !isHere(slot))
                  set(next ? [...others, { device, locale, picture: next }] : others)
                }}
                shape={aspectRatios[device]}
                omitsAlt
              />
            </RowField>
          )
        }),
      )}
    </div>
  )
}
