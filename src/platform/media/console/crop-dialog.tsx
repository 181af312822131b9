import { Button, Modal, SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { refusalMessage } from '#session/error-message.ts'
import 'react-image-crop/dist/ReactCrop.css'
import { Icon } from '#console/kit/parts/icon.tsx'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import type { Picture } from '#kit/contract.ts'
import type { Media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { cropToPixels, rotateSize } from '../rules.ts'
import styles from './crop-dialog.module.css'
import { client } from './resource.tsx'

const ratios = { free: undefined, '1:1': 1, '4:3': 4 / 3, '3:4': 3 / 4, '16:9': 16 / 9 } as const
type Ratio = keyof typeof ratios

/** Initial selection in percent: the full picture, so that nothing is cropped by default. */
const fullCrop: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 }

/** Largest centered rectangle of an aspect ratio. */
const createLargestCrop = (
  aspect: number | undefined,
  { width, height }: { width: number; height: number },
): PercentCrop =>
  aspect === undefined
    ? fullCrop
    : centerCrop(
        makeAspectCrop({ unit: '%', ...createWidestCrop(aspect, width, height) }, aspect, width, height),
        width,
        height,
      )

const createWidestCrop = (aspect: number, width: number, height: number) =>
  width / height > aspect ? { height: 100 } : { width: 100 }

const getHandleLabel = (place: string) => m.media_crop_handle({ place })

interface CropDialogProps {
  medium: Media
  picture: Picture
  close: () => void
  /** Called with the cropped picture, which is a new file. */
  onCropped: (medium: Media) => void
}

/** Selects a crop rectangle by pointer or keyboard, with rotation by quarter turns. */
export default function CropDialog({ medium, picture, close, onCropped }: CropDialogProps) {
  const [turns, setTurns] = useState(0)
  const [ratio, setRatio] = useState<Ratio>('free')
  const [crop, setCrop] = useState(fullCrop)
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const size = rotateSize(picture, turns)
  const area = { left: crop.x, top: crop.y, width: crop.width, height: crop.height }
  const pixels = cropToPixels(picture, { turns, area })

  const resetCrop = (next: Ratio, quarters: number) => {
    setRatio(next)
    setTurns(quarters)
    setCrop(createLargestCrop(ratios[next], rotateSize(picture, quarters)))
  }
  const save = async () => {
    setBusy(true)
    setErrorText(undefined)
    try {
      // Rounding may exceed the edge by a hundredth of a pixel.
      const clampPercent = (part: number) => Math.min(100, Math.max(0, part))
      const { left, top, width, height } = area
      const cropArea = {
        left: clampPercent(left),
        top: clampPercent(top),
        width: clampPercent(width),
        height: clampPercent(height),
      }
      const answer = await client.crop({ params: { id: medium._id }, body: { turns, area: cropArea } })
      onCropped(answer.medium)
    } catch (error) {
      setErrorText(refusalMessage(error))
      setBusy(false)
    }
  }

  return (
    <Modal
      opened
      onClose={close}
      title={m.media_crop_title()}
      size={760}
      closeButtonProps={{ 'aria-label': m.form_close() }}
    >
      <div className={styles.dialog}>
        <div className={styles.ways}>
          <SegmentedControl
            aria-label={m.media_crop_ratio()}
            value={ratio}
            onChange={(value) => resetCrop(value as Ratio, turns)}
            data={Object.keys(ratios).map((value) => ({
              value,
              label: value === 'free' ? m.media_crop_free() : value,
            }))}
          />
          <span className={styles.turns}>
            <Button leftSection={<Icon name="undo" />} onClick={() => resetCrop(ratio, (turns + 3) % 4)}>
              {m.media_crop_turn_left()}
            </Button>
            <Button leftSection={<Icon name="redo" />} onClick={() => resetCrop(ratio, (turns + 1) % 4)}>
              {m.media_crop_turn_right()}
            </Button>
          </span>
        </div>
        <p className={styles.help}>{m.media_crop_help()}</p>
        <div className={styles.sheet}>
          <ReactCrop
            className={styles.crop}
            crop={crop}
            aspect={ratios[ratio]}
            keepSelection
            ruleOfThirds
            minWidth={8}
            minHeight={8}
            onChange={(_, percent) => setCrop(percent)}
            ariaLabels={{
              cropArea: m.media_crop_area(),
              nwDragHandle: getHandleLabel(m.media_crop_nw()),
              nDragHandle: getHandleLabel(m.media_crop_n()),
              neDragHandle: getHandleLabel(m.media_crop_ne()),
              eDragHandle: getHandleLabel(m.media_crop_e()),
              seDragHandle: getHandleLabel(m.media_crop_se()),
              sDragHandle: getHandleLabel(m.media_crop_s()),
              swDragHandle: getHandleLabel(m.media_crop_sw()),
              wDragHandle: getHandleLabel(m.media_crop_w()),
            }}
          >
            <Turned key={turns} label={medium.name} address={pictureAddress(picture, 1440)} turns={turns} size={size} />
          </ReactCrop>
        </div>
        {errorText && (
          <p className={styles.wrong} role="alert">
            <Icon name="warning" size={12} /> {errorText}
          </p>
        )}
        <div className={styles.foot}>
          <output className={styles.size}>{m.media_crop_size({ width: pixels.width, height: pixels.height })}</output>
          <Button onClick={close}>{m.form_go_back()}</Button>
          <Button variant="filled" loading={isBusy} onClick={() => void save()}>
            {m.media_crop_save()}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Longer side of the displayed picture, in px. */
const maxPreviewSide = 1200

/** Picture rotated by quarter turns, on a canvas: a CSS rotation would keep the unrotated layout box. */
function Turned({
  label,
  address,
  turns,
  size,
}: {
  label: string
  address: string
  turns: number
  size: { width: number; height: number }
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = Math.min(1, maxPreviewSide / Math.max(size.width, size.height))
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  useEffect(() => {
    const image = new Image()
    image.src = address
    let isGone = false
    image.decode().then(
      () => {
        const context = canvas.current?.getContext('2d')
        if (!context || isGone) return
        context.setTransform(1, 0, 0, 1, width / 2, height / 2)
        context.rotate((turns * Math.PI) / 2)
        const [across, down] = turns % 2 === 0 ? [width, height] : [height, width]
        context.drawImage(image, -across / 2, -down / 2, across, down)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [address, turns, width, height])
  return <canvas ref={canvas} className={styles.canvas} width={width} height={height} role="img" aria-label={label} />
}
