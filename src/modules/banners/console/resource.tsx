import type { z } from 'zod'
import { consoleResource } from '#console/parts/resource.ts'
import { type Banner, type BannerInput, banners } from '../contract.ts'

export const resource = consoleResource(banners)

export type BannerShape = z.output<typeof BannerInput>

export const bannerName = (banner: Banner): string => banner.title.ko

export const toInput = ({ _id, createdAt, updatedAt, pictures, ...fields }: Banner): BannerShape => ({
  ...fields,
  pictures: pictures.map(({ picture, ...slot }) => ({ ...slot, picture: picture._id })),
})

export const blank: BannerShape = {
  code: '',
  title: { ko: '' },
  link: null,
  startAt: null,
  endAt: null,
  position: 0,
  visible: true,
  pictures: [],
}
