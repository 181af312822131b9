import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type Office, type OfficeInput, type OfficeLine, offices } from '../contract.ts'

export const resource = consoleResource(offices)

export type Shape = z.output<typeof OfficeInput>

export const getOfficeName = (office: OfficeLine): string => office.title.ko

export const toInput = ({ _id, createdAt, updatedAt, picture, photos, ...fields }: Office): Shape => ({
  ...fields,
  picture: picture?._id ?? null,
  photos: photos.map((photo) => photo._id),
})

export const blank: Shape = {
  key: '',
  title: { ko: '' },
  address: { ko: '' },
  floor: { ko: '' },
  phone: '',
  fax: null,
  hours: {},
  transit: {},
  parking: {},
  storeys: 12,
  ownStorey: 5,
  opening: [],
  map: [],
  photos: [],
  picture: null,
  position: 0,
  visible: true,
}
