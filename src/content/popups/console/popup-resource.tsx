import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type Popup, type PopupInput, popups } from '../contract.ts'

export const resource = consoleResource(popups)

export type PopupShape = z.output<typeof PopupInput>

export const getPopupName = (popup: Popup): string => popup.title.ko

export const toInput = ({ _id, createdAt, updatedAt, picture, ...fields }: Popup): PopupShape => ({
  ...fields,
  picture: picture?._id ?? null,
})

export const blank: PopupShape = {
  title: { ko: '' },
  body: {},
  linkLabel: {},
  picture: null,
  skin: 'basic',
  startAt: null,
  endAt: null,
  paths: ['/'],
  locales: [],
  device: 'all',
  audience: 'all',
  position: 0,
  corner: 'left',
  width: 400,
  link: null,
  atOnce: false,
  visible: true,
}
